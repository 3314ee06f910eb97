"""The engine that fetches from services: it asks politely, writes what came, and goes on after a break."""
