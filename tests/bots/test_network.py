"""The learned judge: what is read is whole or refused, and it judges as the one that was trained."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import moustaches
from moustaches.bots import expert, player
from moustaches.bots.network import MARGINS, SHAPES, Network, load, read, save
from moustaches.bots.regular import NETWORKS
from moustaches.engine.bits import Rng
from moustaches.errors import BadWeights
from moustaches.mind.lanes import Lanes
from moustaches.train.learner import SIZES, Judge
from moustaches.train.tables import as_array, tables

GAMES = ("gracias", "moustache", "club")
LEVELS = ("regular", "expert")
Arrays = dict[str, NDArray[Any]]


def judge_of(game: str, level: str = "regular", seed: int = 1) -> Judge:
    """A network that knows nothing yet, with weights as the files hold them."""
    torch.manual_seed(seed)
    judge = Judge(SHAPES[game], SIZES[game][level])
    with torch.no_grad():
        for parameter in judge.parameters():
            parameter.copy_(parameter.half().float())
    return judge


def write(path: Path, game: str = "gracias", **about: object) -> Path:
    save(path, game, judge_of(game).arrays(), about)
    return path


def seen(game: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """What some tables observe, their choices, and how many there are."""
    lanes = Lanes(tables(game, 12), 1, 1.0)
    rng = Rng(1)
    for _ in range(5):
        lanes.step([int(rng.below(count)) for count in lanes.counts], [0.0] * 12, [0.0] * 12, [False] * 12)
    shape = SHAPES[game]
    choices = as_array(lanes.choices).reshape(12, shape.most, shape.choice.words)
    return as_array(lanes.observed).reshape(12, shape.observed.words), choices, as_array(lanes.counts)


# Judging


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_numpy_judges_as_pytorch_does(game: str, level: str, tmp_path: Path) -> None:
    judge = judge_of(game, level)
    save(tmp_path / "weights.npz", game, judge.arrays(), {})
    network = read(tmp_path / "weights.npz", game)
    words, choices, counts = seen(game)
    shape = SHAPES[game]
    with torch.no_grad():
        x = torch.from_numpy(shape.choice.unpack(choices.reshape(-1, shape.choice.words)))
        found = judge.judge(torch.from_numpy(shape.observed.unpack(words)), x.reshape(12, shape.most, -1))
    for row, count in enumerate(counts):
        expected = found[row, :count].numpy() * [1.0, MARGINS[game]]
        assert np.abs(network.judge(words[row], choices[row, :count]) - expected).max() < 1e-3


@pytest.mark.parametrize("game", GAMES)
def test_many_are_judged_as_each_alone(game: str) -> None:
    network = Network(game, judge_of(game).arrays(), {})
    words, choices, counts = seen(game)
    together = np.concatenate([choices[row, :count] for row, count in enumerate(counts)])
    alone = [network.judge(words[row], choices[row, :count]) for row, count in enumerate(counts)]
    assert np.abs(network.judge_many(words, together, counts) - np.concatenate(alone)).max() < 1e-4


@pytest.mark.parametrize("game", GAMES)
def test_bits_are_numbered_the_same_in_both_ways(game: str) -> None:
    words, _, _ = seen(game)
    bits = SHAPES[game].observed
    for row in words:
        assert list(bits.unpack(row[None])[0].nonzero()[0]) == list(bits.members(row))


# Files


@pytest.mark.parametrize(
    ("game", "level"), sorted({*NETWORKS.items(), *((game, "expert") for game in GAMES)})
)
def test_the_weights_of_the_package_are_whole(game: str, level: str) -> None:
    network = load(game, level)
    assert network.about["game"] == game
    assert [len(bias) for _, bias in network.layers] == [*SIZES[game][level], 2]


@pytest.mark.parametrize("game", GAMES)
def test_the_weights_of_a_game_take_at_most_4_MB(game: str) -> None:
    files = [
        file
        for file in (resources.files("moustaches.bots") / "weights").iterdir()
        if file.name.startswith(f"{game}-")
    ]
    assert files
    assert sum(len(file.read_bytes()) for file in files) <= 4_000_000


def test_own_weights_come_before_those_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "gracias-regular.npz", note="own")
    monkeypatch.setenv("MOUSTACHES_WEIGHTS", str(tmp_path))
    assert load("gracias", "regular").about["note"] == "own"
    assert "note" not in load("gracias", "expert").about  # not there: the package's
    monkeypatch.setenv("MOUSTACHES_WEIGHTS", str(tmp_path / "nowhere"))
    with pytest.raises(BadWeights, match="MOUSTACHES_WEIGHTS: expected the folder of a training run"):
        load("gracias", "regular")


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_whose_weights_are_damaged_searches_and_says_so(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = moustaches.position(
        "gracias",
        {"players": 3, "round": 5, "gringo": 2, "hands": [["21"], ["5"], ["9"]], "bids": [None] * 3},
    ).view(0)
    (tmp_path / f"gracias-{level}.npz").write_bytes(b"damaged")
    monkeypatch.setenv("MOUSTACHES_WEIGHTS", str(tmp_path))
    monkeypatch.setattr(expert, "FALLBACK", 500)
    choice = player(level).choose(view)
    assert choice.move == "bid 1"
    assert choice.why[0].id == "bot-no-weights"


def test_missing_weights(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"club-expert\.npz is missing; .*moustaches train club"):
        read(tmp_path / "club-expert.npz", "club")


@pytest.mark.parametrize("damage", ["empty", "torn", "text", "another array", "a folder"])
def test_a_file_that_is_no_file_of_weights(damage: str, tmp_path: Path) -> None:
    path = write(tmp_path / "weights.npz")
    data = path.read_bytes()
    path.unlink()
    if damage == "a folder":
        path.mkdir()
    elif damage == "another array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    else:
        path.write_bytes({"empty": b"", "torn": data[: len(data) // 2], "text": b"hello\n"}[damage])
    with pytest.raises(
        BadWeights, match=r"weights\.npz is damaged \(.+\); install the package again"
    ) as problem:
        read(path, "gracias")
    assert len(str(problem.value).splitlines()) == 1


def test_flipped_bytes_are_found_or_do_no_harm(tmp_path: Path) -> None:
    """A checksum guards the numbers; a change of what surrounds them may mean nothing."""
    path = write(tmp_path / "weights.npz")
    data = path.read_bytes()
    whole = read(path, "gracias").layers
    rng = Random(1)
    places = [*range(200), *range(len(data) - 600, len(data)), *rng.sample(range(len(data)), 40)]
    refused = 0
    for place in rng.sample(places, 250):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :])
        try:
            found = read(path, "gracias").layers
        except BadWeights:
            refused += 1
            continue
        for (weights, bias), (other_weights, other_bias) in zip(whole, found, strict=True):
            assert (weights == other_weights).all()
            assert (bias == other_bias).all()
    assert refused > 100


def rewrite(path: Path, **changed: object) -> None:
    """The same file with other arrays; `about` is changed key by key."""
    with np.load(path) as stored:
        arrays: Arrays = {name: stored[name] for name in stored.files}
    about = json.loads(arrays["about"].tobytes())
    for name, value in changed.items():
        if name in arrays:
            arrays[name] = np.asarray(value)
        else:
            about[name] = value
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


@pytest.mark.parametrize(
    "changed",
    [
        {"weights1": np.zeros((3, 3))},
        {"bias0": np.zeros(7)},
        {"bias2": np.zeros((2, 1))},
        {"bias1": np.float16(0)},
        {"layers": 2},
        {"layers": 0},
        {"game": "club"},
        {"format": 2},
    ],
    ids=str,
)
def test_layers_that_do_not_fit(changed: dict[str, object], tmp_path: Path) -> None:
    path = write(tmp_path / "weights.npz")
    rewrite(path, **changed)
    with pytest.raises(BadWeights, match="is not for gracias as this version observes it"):
        read(path, "gracias")


@pytest.mark.parametrize("changed", [{"layers": 9}, {"layers": "3"}, {"weights0": np.array(["a"])}], ids=str)
def test_layers_that_are_none(changed: dict[str, object], tmp_path: Path) -> None:
    path = write(tmp_path / "weights.npz")
    rewrite(path, **changed)
    with pytest.raises(BadWeights, match="is damaged"):
        read(path, "gracias")


def test_the_weights_of_another_game(tmp_path: Path) -> None:
    path = write(tmp_path / "weights.npz", "club")
    with pytest.raises(BadWeights, match="is not for gracias"):
        read(path, "gracias")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_are_none(number: float, tmp_path: Path) -> None:
    path = write(tmp_path / "weights.npz")
    rewrite(path, bias2=np.array([0.5, number]))
    with pytest.raises(BadWeights, match="holds numbers that are infinite or none"):
        read(path, "gracias")
