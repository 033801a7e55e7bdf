"""Training: self-play on all cores against the compiled engine, learning with PyTorch (extra `[train]`)."""
