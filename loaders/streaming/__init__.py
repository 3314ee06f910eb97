"""Reading a source in portions, in processes beside the loader, with what it costs."""
