"""What can be asked: Strawberry types, inputs, enums, scalars. No behaviour, no database."""
