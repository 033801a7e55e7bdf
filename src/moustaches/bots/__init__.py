"""Players that see what their seat sees: beliefs and imagined worlds, made from a view alone."""
