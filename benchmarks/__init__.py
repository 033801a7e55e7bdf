"""Benchmarks beside the libraries that others use. Each one writes `build/bench/NAME.json` in the form of `Row`."""
