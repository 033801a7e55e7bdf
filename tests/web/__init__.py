"""The client in a real browser, at a real server. A package, so that browser and server are given back when other tests
follow in the same process."""
