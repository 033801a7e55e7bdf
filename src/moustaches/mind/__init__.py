"""How a player thinks fast: what it observes, and search. Compiled like the engine, knowing nothing but it."""
