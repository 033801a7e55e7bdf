"""Whatever happens at a table, and every reason for it, has a sentence; and no sentence is left over."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from rich.text import Text

import moustaches
from moustaches.bots.players import player
from moustaches.cli.cards import hanging
from moustaches.cli.say import Number, Teller
from moustaches.content import Texts, languages, texts
from moustaches.content.texts import Sentence
from moustaches.game import events, moustache_sight
from moustaches.game.reasons import Reason

SOURCE = Path(moustaches.__file__).parent


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Texts:
    return texts(request.param)


def reason_ids() -> set[str]:
    """The ids of all reasons that the game room and the bots can give."""
    found: set[str] = {*moustache_sight.MOMENTS}
    for path in (*(SOURCE / "game").glob("*.py"), *(SOURCE / "bots").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and node.args:
                found |= {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
    return found


def event_tags() -> set[str]:
    kinds = [
        kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)
    ]
    return {str(kind.__struct_config__.tag) for kind in kinds if kind is not events.Event}


def test_every_reason_has_a_sentence(words: Texts) -> None:
    assert set(words.reasons) == reason_ids()


def test_every_event_has_a_sentence(words: Texts) -> None:
    assert {tag.partition(".")[0] for tag in words.events} == event_tags()


@pytest.mark.parametrize("family", ["prompts", "labels"])
def test_every_prompt_and_label_is_used(words: Texts, family: str) -> None:
    source = "".join(path.read_text("utf-8") for path in (SOURCE / "cli").glob("*.py"))
    made = {f"{game}-{kind}" for game in words.games for kind in words.kinds}
    made |= {f"score-{game}" for game in words.games}
    for id in getattr(words, family):
        assert f'"{id}"' in source or f"'{id}'" in source or id in made, f"{family}.{id} is never said"


def test_every_sentence_can_be_filled(words: Texts) -> None:
    for sentence in [*words.events.values(), *words.reasons.values()]:
        for form in [sentence] if isinstance(sentence, str) else forms(sentence):
            assert form.count("{") == form.count("}")
            assert re.search(r"[.!?}]$", form), form


def forms(sentence: Sentence) -> Iterator[str]:
    yield from (form for form in (sentence.other, sentence.you, sentence.nobody) if form)


TABLES = [
    *(("moustache", players, {"own-rules": True}) for players in (3, 4, 5, 6)),
    (
        "moustache",
        4,
        {"open-counts": True, "row": ["pink-open", "pass-three", "equals-vanish", "second-best"]},
    ),
    (
        "moustache",
        3,
        {"equal-cups": True, "row": ["pass-three", "pink-open", "cut-redirects", "lead-is-trump"]},
    ),
    ("gracias", 3, {"end": "last-dressed"}),
    ("gracias", 4, {"uno-dos-tres": True, "chico": True}),
    ("club", 2, {}),
    ("club", 4, {}),
]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_whole_games_can_be_told_to_everyone(name: str, players: int, options: dict[str, object]) -> None:
    for seed in range(3):
        game = moustaches.new(name, players=players, seed=seed, options=options)
        novice = player("novice", seed)
        while not game.over:
            seat = game.to_act[-1]
            game.play(seat, novice.choose(game.view(seat)).move)
        for viewer, language in product((None, *range(players)), languages()):
            teller = Teller(game, viewer, language)
            for event in game.events(viewer):
                said = teller.event(event)
                assert said
                assert "{" not in said
                assert said[0] == said[0].upper()
            assert all(teller.news(game.events(viewer)))


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_bot_can_say_why_to_everyone(name: str, players: int, options: dict[str, object]) -> None:
    game = moustaches.new(name, players=players, seed=4, options=options)
    novice = player("novice")
    tellers = [Teller(game, *told) for told in product((None, *range(players)), languages())]
    while not game.over:
        seat = game.to_act[-1]
        choice = novice.choose(game.view(seat))
        for said in [teller.reason(why) for teller in tellers for why in choice.why]:
            assert "{" not in said
            assert said[0] == said[0].upper()
        game.play(seat, choice.move)


def test_reasons_of_bots_are_known_by_their_ids() -> None:
    game = moustaches.new("moustache", players=3, seed=1)
    teller = Teller(game, 0)
    likely = Reason("bot-likely", args={"seat": 2, "attribute": "striped", "percent": 71})
    assert teller.reason(likely) == "Colette: striped 71 %."
    met = Reason("bot-meets-bid", args={"bid": 2, "taken": 2, "card": "14"})
    assert "The bid is met, 2 of 2" in teller.reason(met)
    assert teller.reason(Reason("bot-unknown-rule", "fewest-stars")).startswith("Fewest stars is a rule card")


def test_you_lay_a_card_and_others_see_who_did() -> None:
    game = moustaches.new("moustache", seed=1)
    laid = events.CardLaid(seat=0, card="B7")
    assert Teller(game, 0).event(laid) == "You lay B7."
    assert Teller(game, 1).event(laid) == "Aline lays B7."


def test_nobody_takes_a_trick_without_a_taker() -> None:
    game = moustaches.new("moustache", seed=1)
    why = Reason("trick", steps=(Reason("nobody-left", rulings=("M5",)),))
    taken = events.TrickTaken(seat=None, card=None, why=why)
    assert Teller(game, 0).event(taken) == "Nobody takes the trick. No card is left that could win."


def test_a_printed_example_off_the_bid() -> None:
    """Bid 1, took 3: from 7 garments to 5."""
    game = moustaches.new("gracias", seed=1)
    why = Reason("off-the-bid", args={"seat": 0, "bid": 1, "taken": 3, "off": 2, "left": 5})
    lost = events.GarmentsLost(seat=0, lost=2, left=5, why=why)
    assert Teller(game, 0).event(lost) == "You bid 1 and took 3. Off you take 2 garments: sombrero and bow."


def test_what_is_done_to_you_is_said_to_you() -> None:
    game = moustaches.new("club", seed=1)
    guessed = events.Guessed(seat=0, asked=1, attribute="striped")
    assert Teller(game, 0, "fr").event(guessed) == "Tu demandes à Benoît\u202f: rayé\u202f?"
    assert Teller(game, 1, "fr").event(guessed) == "Agathe te demande\u202f: rayé\u202f?"
    assert Teller(game, 2, "fr").event(guessed) == "Agathe demande à Benoît\u202f: rayé\u202f?"


def test_no_line_begins_with_a_french_sign() -> None:
    line = Text("Combien de plis\u202f? Trois\u202f: oui\u202f!")
    for width in range(8, 40):
        lines = [part.plain for part in hanging(line, width, 0)]
        assert not [part for part in lines if part[0] in "?:!"]
        assert " ".join(part.strip(" ") for part in lines) == line.plain


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [("fr", 0, "0 étoile"), ("fr", -2, "−2 étoiles"), ("es", 0, "0 estrellas"), ("es", -1, "−1 estrella")],
)
def test_numbers_stand_with_their_nouns_in_every_language(language: str, number: int, said: str) -> None:
    game = moustaches.new("moustache", seed=1)
    stars = Reason("stars", args={"stars": number})
    assert f" {said}." in Teller(game, 0, language).reason(stars)


@pytest.mark.parametrize(
    ("number", "form", "said"),
    [
        (1, "star|stars", "1 star"),
        (-4, "star|stars", "−4 stars"),
        (2, "+", "+2"),
        (-5, "+", "−5"),
        (7, "", "7"),
    ],
)
def test_numbers_stand_with_their_nouns(number: int, form: str, said: str) -> None:
    assert format(Number(number), form) == said
