"""The Club's notebook: it is told to a seat, as far as the table wants it told, and it is right. That it says nothing
which the seat could not know is tested with all other secrets.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import moustaches
from moustaches.cli.notebook import signs
from moustaches.content import edition
from moustaches.game.club import Club
from moustaches.game.club_words import ATTRIBUTES
from moustaches.server.notebook import notebook
from tests.server.serving import Server, run

SIGNS = {"open": "O", "certain": "!", "excluded": "x", "possible": "."}


def test_a_notebook_is_for_a_seat_of_a_club_that_has_begun(server: Server) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")

    def answer(code: str, token: str) -> int:
        found = server.ask("GET", f"/api/tables/{code}/notebook", token=token)
        assert found.status_code == 200 or found.json()["error"] in ("not-allowed", "unknown-table")
        return found.status_code

    club, other = server.table("club", 3, ada), server.table("gracias", 3, ada)
    silent = server.table("club", 3, ada, assist="off")
    assert answer(club, ada) == 403, "the game has not begun"
    for code in (club, other, silent):
        server.intend(code, ada, "start", level="novice")
    assert answer(club, ada) == 200
    assert answer(club, bob) == 403, "Bob only looks on"
    assert answer(club, "") == 403
    assert answer(other, ada) == 403
    assert answer(silent, ada) == 403
    assert answer("nosuchtabl", ada) == 404


@pytest.mark.parametrize("assist", ["marks", "full"])
def test_a_notebook_says_as_much_as_the_table_wants(server: Server, assist: str) -> None:
    ada = server.person("Ada")
    code = server.table("club", 3, ada, assist=assist)

    async def begun() -> None:
        async with server.client(code, token=ada) as table:
            await table.start("novice")
            async for _ in table.turns():
                break

    run(begun())
    view = server.look(code, ada)["view"]
    book = server.get(f"/api/tables/{code}/notebook", ada)
    assert [len(page) for page in book["marks"]] == [0, len(ATTRIBUTES), len(ATTRIBUTES)]
    for page in book["marks"][1:]:
        assert set(page.values()) <= set(SIGNS)
        assert {page[word] for word in view["secrets"]} == {"excluded"}
    if assist == "marks":
        assert book["chances"] is None
    else:
        for page in book["chances"][1:]:
            assert sum(page.values()) == pytest.approx(edition("standard").club.attributes, abs=0.01)
    assert server.get(f"/api/tables/{code}/notebook", ada) == book


def games(players: int) -> list[Club]:
    """At every moment of a game."""
    game = moustaches.new("club", players, players)
    rng = Random(players)
    found = []
    while not game.over:
        (seat,) = game.to_act
        game.play(seat, rng.choice(game.legal(seat)))
        found.append(game.copy())
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_it_marks_is_true_and_no_less_than_the_terminal_says(players: int) -> None:
    box = edition("standard")
    finer = 0
    for game in games(players)[:-1]:
        truth = [view_of(game, seat).secrets for seat in range(players)]
        for me in range(players):
            view = view_of(game, me)
            book = notebook(view, 7, "full")
            assert book.version == 7
            assert book.chances is not None
            assert book.marks[me] == {} == book.chances[me]
            for seat in set(range(players)) - {me}:
                plain = signs(view, seat, box)
                for word, mark in book.marks[seat].items():
                    assert mark != "excluded" or word not in truth[seat]
                    assert mark not in ("certain", "open") or word in truth[seat]
                    chance = book.chances[seat][word]
                    assert (chance, mark) == (chance, mark_for(chance, word in view.shown[seat]))
                    if plain[word] != SIGNS[mark]:
                        assert plain[word] == ".", "what one page says alone, all together say too"
                        finer += 1
    assert finer or players == 2


def mark_for(chance: float, is_open: bool) -> str:
    return "open" if is_open else {0.0: "excluded", 1.0: "certain"}.get(chance, "possible")


def view_of(game: Club, seat: int) -> Any:
    return game.view(seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_once_the_game_is_over_everything_lies_open(players: int) -> None:
    view = view_of(games(players)[-1], 0)
    book = notebook(view, 9, "marks")
    assert book.chances is None
    for seat in range(1, players):
        marks = book.marks[seat]
        assert {word for word in marks if marks[word] == "open"} == set(view.all_secrets[seat])
        assert set(marks.values()) == {"open", "excluded"}
