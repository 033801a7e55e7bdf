"""A learned judge of choices: what each is worth, from what a seat observes. Needs NumPy alone.

The network is a plain stack of layers. Its input is the bits of an observation and of one choice (`FIELDS` and
`CHOICE_FIELDS` in the modules of `mind`), its output two numbers: the share of the victory that the choice leads to,
and how the margin will still change. The first layer's part for the observation is computed once for all choices.

Weights are a file for each game and level, stored in 16 bits: those of the folder `$MOUSTACHES_WEIGHTS`, as `moustaches
train` writes them, or else those that come with the package.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moustaches.errors import BadWeights
from moustaches.mind import club, gracias, moustache

Floats = NDArray[np.float32]
Words = NDArray[np.int64]

FORMAT = 1
REMEDY = "install the package again, or make new ones: moustaches train {game}"
MARGINS = {"moustache": 10.0, "gracias": 4.0, "club": 4.0}  # a margin of this size counts as 1 in training
PREFERENCE = {"moustache": 0.03, "gracias": 0.1, "club": 0.05}  # how much victory a point of margin is worth


class Bits:
    """The bits that count in a row of words."""

    def __init__(self, fields: tuple[tuple[str, int], ...]) -> None:
        self.words = len(fields)
        widths = [width for _, width in fields]
        self.size = sum(widths)
        self.word_of = np.repeat(np.arange(self.words), widths)
        self.bit_of = np.concatenate([np.arange(width) for width in widths])
        self.used = self.word_of * 64 + self.bit_of
        self.number_of = np.full(self.words * 64, -1)
        self.number_of[self.used] = np.arange(self.size)

    def members(self, words: Words) -> NDArray[np.int64]:
        """The numbers of those that are 1, for one row."""
        bits = np.unpackbits(words.view(np.uint8), bitorder="little")
        return np.asarray(self.number_of[bits.nonzero()[0]])

    def unpack(self, words: Words) -> Floats:
        """All of them as numbers, for many rows."""
        bits = np.unpackbits(words.view(np.uint8).reshape(len(words), -1), axis=1, bitorder="little")
        return bits[:, self.used].astype(np.float32)


class Shape:
    """What one game's network reads."""

    def __init__(
        self, fields: tuple[tuple[str, int], ...], choice_fields: tuple[tuple[str, int], ...], most: int
    ) -> None:
        self.observed = Bits(fields)
        self.choice = Bits(choice_fields)
        self.both = Bits((*fields, *choice_fields))
        self.most = most
        """Choices at once."""


SHAPES = {
    "gracias": Shape(gracias.FIELDS, gracias.CHOICE_FIELDS, gracias.MOST),
    "moustache": Shape(moustache.FIELDS, moustache.CHOICE_FIELDS, moustache.MOST),
    "club": Shape(club.FIELDS, club.CHOICE_FIELDS, club.MOST),
}


class Network:
    """The layers of one game's judge."""

    def __init__(self, game: str, layers: list[tuple[Floats, Floats]], about: dict[str, Any]) -> None:
        self.game = game
        self.shape = SHAPES[game]
        self.layers = layers
        self.about = about

    def judge(self, observed: Words, choices: Words) -> Floats:
        """For one observation and a row of choices: win and margin of each."""
        weights, bias = self.layers[0]
        size = self.shape.observed.size
        x = self.shape.choice.unpack(choices) @ weights[size:]
        x += weights[self.shape.observed.members(observed)].sum(axis=0) + bias
        return self.rest(x)

    def judge_many(self, observed: Words, choices: Words, counts: NDArray[np.int64]) -> Floats:
        """The same for many observations: `choices` holds those of all of them, one after the other."""
        weights, bias = self.layers[0]
        size = self.shape.observed.size
        x = self.shape.choice.unpack(choices) @ weights[size:]
        x += np.repeat(self.shape.observed.unpack(observed) @ weights[:size] + bias, counts, axis=0)
        return self.rest(x)

    def rest(self, x: Floats) -> Floats:
        """The layers after the first."""
        for weights, bias in self.layers[1:]:
            np.maximum(x, 0, out=x)
            x = x @ weights
            x += bias
        x[:, 1] *= np.float32(MARGINS[self.game])
        return x


def save(path: Path, game: str, layers: list[tuple[Floats, Floats]], about: dict[str, Any]) -> None:
    """Writes weights in 16 bits."""
    arrays: dict[str, Any] = {}
    for number, (weights, bias) in enumerate(layers):
        arrays[f"weights{number}"] = weights.astype(np.float16)
        arrays[f"bias{number}"] = bias.astype(np.float16)
    note = json.dumps({"format": FORMAT, "game": game, "layers": len(layers), **about}, sort_keys=True)
    arrays["about"] = np.frombuffer(note.encode(), dtype=np.uint8)
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def load(game: str, level: str) -> Network:
    """The network of a level, read once; raises BadWeights."""
    return found(f"{game}-{level}.npz", game, os.environ.get("MOUSTACHES_WEIGHTS", ""))


@cache
def found(name: str, game: str, folder: str) -> Network:
    """The file of that name in the folder, or where there is none (or no folder) among ours."""
    if folder and not Path(folder).is_dir():
        raise BadWeights(f"MOUSTACHES_WEIGHTS: expected the folder of a training run, found {folder!r}")
    if folder and Path(folder, name).exists():
        return read(Path(folder, name), game)
    with resources.as_file(resources.files("moustaches.bots") / "weights" / name) as path:
        return read(path, game)


def read(path: Path, game: str) -> Network:
    """A network from a file; raises BadWeights."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        about = json.loads(arrays["about"].tobytes())
        layers = [
            (arrays[f"weights{number}"].astype(np.float32), arrays[f"bias{number}"].astype(np.float32))
            for number in range(about["layers"])
        ]
    except FileNotFoundError:
        raise BadWeights(f"weights: {path.name} is missing; {REMEDY.format(game=game)}") from None
    except Exception as problem:  # a damaged file can fail anywhere in its readers, in any way
        what = " ".join(str(problem).split()) or type(problem).__name__
        raise BadWeights(f"weights: {path.name} is damaged ({what}); {REMEDY.format(game=game)}") from None
    check(path, game, layers, about)
    return Network(game, layers, about)


def check(path: Path, game: str, layers: list[tuple[Floats, Floats]], about: dict[str, Any]) -> None:
    """Do the layers fit each other and the game?"""
    inputs = SHAPES[game].both.size
    sizes = [inputs, *(bias.size for _, bias in layers)]
    fits = all(
        weights.shape == (sizes[n], sizes[n + 1]) and bias.ndim == 1
        for n, (weights, bias) in enumerate(layers)
    )
    if about.get("format") != FORMAT or about.get("game") != game or not fits or sizes[-1] != 2:
        raise BadWeights(
            f"weights: {path.name} is not for {game} as this version observes it ({inputs} inputs)"
        )
    if not all(np.isfinite(weights).all() and np.isfinite(bias).all() for weights, bias in layers):
        raise BadWeights(
            f"weights: {path.name} holds numbers that are infinite or none; {REMEDY.format(game=game)}"
        )
