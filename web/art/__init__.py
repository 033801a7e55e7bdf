"""All the art of the house as code: `python3 -m art OUT` draws the sprites that the browser shows."""
