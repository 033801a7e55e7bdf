"""Fair deals: the algorithm written a second time from its description, test vectors, and no number favoured."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moustaches
from moustaches.errors import BadOption, BadRecord
from moustaches.game.fair import Dealer, seed_bytes
from tests.game.playing import SEATS, Table, advance, as_json, finish


def shuffled(seed: bytes, entropy: tuple[str, ...], name: str, size: int) -> list[int]:
    """As `docs/fair-deals.md` says it, line by line."""
    key = b"moustaches deal 1\n" + seed
    for text in entropy:
        key += len(text.encode()).to_bytes(4, "big") + text.encode()
    key = sha256(key).digest()
    blocks = [sha256(key + name.encode() + b"\n" + i.to_bytes(8, "big")).digest() for i in range(size + 8)]
    words = [int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24)]
    order = list(range(size))
    for n in range(size, 1, -1):
        word = words.pop(0)
        while word >= 2**64 - 2**64 % n:
            word = words.pop(0)
        order[n - 1], order[word % n] = order[word % n], order[n - 1]
    return order


@settings(derandomize=True, deadline=None)
@given(
    seed=st.binary(min_size=32, max_size=32),
    entropy=st.lists(st.text(max_size=8), max_size=6).map(tuple),
    name=st.text("0123456789 abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
    size=st.integers(1, 47),
)
def test_a_second_implementation_agrees(seed: bytes, entropy: tuple[str, ...], name: str, size: int) -> None:
    order = Dealer(seed, entropy).shuffle(name, size)
    assert order == shuffled(seed, entropy, name, size)
    assert sorted(order) == list(range(size))


def test_vectors() -> None:
    assert moustaches.commitment(7) == "48428bdb7ddd829410d6bbb924fdeb3a3d7e88c2577bffae073b990c6f061d08"
    assert (
        Dealer(seed_bytes(7)).key.hex() == "d28ead5d26ad241346167ffa6eea7e99f9ed8f6f18c5cfb6dd52a60c6f1cdde8"
    )
    assert Dealer(seed_bytes(0)).shuffle("test", 10) == [4, 6, 8, 2, 9, 3, 1, 7, 0, 5]
    mixed = [15, 4, 3, 16, 9, 19, 14, 13, 0, 5, 17, 11, 1, 18, 10, 7, 12, 2, 8, 6, 21, 20]
    assert Dealer(seed_bytes(7), ("alice", "bob")).shuffle("1 draw", 22) == mixed


def test_a_word_that_would_favour_a_number_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [
        2**64 - 1,
        2**64 - 1,
        4,
        1,
    ]  # 2**64 − 1 is in the torn last part for 3, and for 2 a number like others
    monkeypatch.setattr(Dealer, "words", lambda self, name: iter(words))
    assert Dealer(seed_bytes(0)).shuffle("any", 3) == [0, 2, 1]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_all_orders_are_equally_likely(size: int) -> None:
    trials = 200 * [0, 1, 2, 6, 24, 60][size]
    dealer = Dealer(seed_bytes(size))
    counts = Counter(tuple(dealer.shuffle(f"{number} deal", size)) for number in range(trials))
    orders = list(permutations(range(size)))
    expected = trials / len(orders)
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in orders)
    freedom = len(orders) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 4


@pytest.mark.parametrize("size", [22, 47])
def test_every_card_is_as_likely_at_every_place(size: int) -> None:
    trials = 40 * size
    dealer = Dealer(seed_bytes(size))
    orders = [dealer.shuffle(f"{number} deal", size) for number in range(trials)]
    counts = Counter((place, card) for order in orders for place, card in enumerate(order))
    expected = trials / size
    chi_square = sum(
        (counts[place, card] - expected) ** 2 / expected for place in range(size) for card in range(size)
    )
    freedom = (size - 1) ** 2
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    for seed in (0, 7, 2**256 - 1):
        raw = seed.to_bytes(32, "big")
        expected = sha256(raw).hexdigest()
        assert (
            moustaches.commitment(seed)
            == moustaches.commitment(raw)
            == moustaches.commitment(raw.hex())
            == expected
        )
        assert moustaches.new("club", players=2, seed=seed).commitment == expected


@pytest.mark.parametrize("seed", [-1, 2**256, "7", "g" * 64, b"short", 1.5, True])
def test_a_wrong_seed_is_refused(seed: object) -> None:
    with pytest.raises(BadOption, match="seed: expected"):
        moustaches.new("club", players=2, seed=seed)  # type: ignore[call-overload]


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_deals_follow_from_seed_and_entropy(name: str, players: int) -> None:
    table = Table(name, players, {})
    game, same = table.new(5), table.new(5)
    assert as_json(game.history) == as_json(same.history)
    assert game.deals == same.deals
    deals = [tuple(deal.order for _, deal in game.deals)]
    deals.append(tuple(deal.order for _, deal in table.new(6).deals))
    for entropy in (("",), ("a",), ("a", ""), ("", "a")):
        other = moustaches.new(name, players=players, seed=5, entropy=entropy)
        deals.append(tuple(deal.order for _, deal in other.deals))
        assert other.commitment == game.commitment
    assert len({*deals}) == len(deals)


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_every_deal_of_a_game_is_the_described_one(name: str, players: int) -> None:
    game = finish(Table(name, players, {}).new(11), Random(11))
    numbers = [int(deal.name.split()[0]) for _, deal in game.deals]
    assert numbers[0] == 1
    assert {later - earlier for earlier, later in pairwise(numbers)} <= {0, 1}
    for _, deal in game.deals:
        order = shuffled(seed_bytes(11), (), deal.name, len(deal.order))
        assert deal.order == game.sight.deal_words(deal.name.split()[1], order) or deal.name.endswith("cups")


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_verify_accepts_finished_games_only(name: str, players: int) -> None:
    table = Table(name, players, {})
    game = finish(moustaches.new(name, players=players, seed=3, entropy=["x"] * players), Random(3))
    checked = moustaches.verify(game.record())
    assert (checked.game, checked.commitment, checked.seed) == (name, game.commitment, game.seed)
    assert (checked.deals, checked.moves) == (len(game.deals), len(game.moves))
    assert game.outcome is not None
    assert checked.winners == game.outcome.winners
    with pytest.raises(BadRecord, match="finished"):
        moustaches.verify(advance(table.new(3), 7, Random(3)).record())


def sealed(body: str) -> str:
    """A record with a checksum that fits, whatever it says."""
    return f"{body}checksum: {sha256(body.encode()).hexdigest()}\n"


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_verify_refuses_every_changed_deal(name: str, players: int) -> None:
    record = finish(Table(name, players, {}).new(9), Random(9)).record()
    body = record.rpartition("checksum: ")[0]
    assert sealed(body) == record
    lines = body.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.startswith("deal "):
            words = line.split()
            words[-1], words[-2] = words[-2], words[-1]
            if words != line.split():  # two team cards may look the same
                changed = [*lines[:number], " ".join(words) + "\n", *lines[number + 1 :]]
                with pytest.raises(BadRecord, match="does not follow from the seed"):
                    moustaches.verify(sealed("".join(changed)))
            with pytest.raises(BadRecord):
                moustaches.verify(sealed("".join([*lines[:number], *lines[number + 1 :]])))


def test_verify_refuses_another_seed() -> None:
    game = finish(moustaches.new("gracias", players=3, seed=9), Random(9))
    body = game.record().rpartition("checksum: ")[0]
    for old, new in (
        (seed_bytes(9).hex(), seed_bytes(8).hex()),
        (game.commitment, moustaches.commitment(8)),
        ("players: 3", "players: 4"),
        ("\nresult: scores ", "\nresult: scores 1"),
    ):
        with pytest.raises(BadRecord):
            moustaches.verify(sealed(body.replace(old, new)))
    both = body.replace(seed_bytes(9).hex(), seed_bytes(8).hex()).replace(
        game.commitment, moustaches.commitment(8)
    )
    with pytest.raises(BadRecord, match="does not follow from the seed"):
        moustaches.verify(sealed(both))
