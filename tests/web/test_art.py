"""The drawings: all that the product shows is drawn, under the names of the notation, and fit for one page."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from moustaches.content.editions import edition
from moustaches.content.phrases import phrases
from moustaches.game.club_words import ATTRIBUTES, CATS
from moustaches.game.moustache_words import CARDS
from web.art import club, sprites
from web.art.club.coats import COATS
from web.art.gracias.cards import MOTIFS
from web.art.gracias.characters import WARDROBE
from web.art.moustache.cards import STARS
from web.art.moustache.rules import PICTURES

WEB = Path(__file__).parents[2] / "web"
SHEETS = ("house", "moustache", "gracias", "club")
LARGEST = 60_000  # bytes of a sprite as it travels
USED_NAME = re.compile(r"<Art\s[^>]*?name=\"([a-z]+-?[\w-]*)\"")

files = cache(sprites.files)


def ids(sheet: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', files()[f"{sheet}.svg"])


def drawn(sheet: str) -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', files()[f"{sheet}.svg"]))


def test_every_card_of_moustache_is_drawn_large_and_small() -> None:
    names = {f"{face}-{card}" for face in ("card", "mini") for card in CARDS}
    assert names <= drawn("moustache")


def test_every_rule_card_has_a_picture_in_the_colours_of_its_pack() -> None:
    assert {rule.id: rule.pack for rule in edition().moustache.rules} == {
        rule: pack for rule, (pack, _) in PICTURES.items()
    }
    assert {f"rule-{rule}" for rule in PICTURES} <= drawn("moustache")


def test_cards_carry_the_stars_of_the_standard_edition() -> None:
    for stars in edition().moustache.stars:
        assert {value: count for value, count in enumerate(stars) if count} == STARS


def test_every_loteria_card_shows_the_motif_that_its_title_names() -> None:
    assert list(MOTIFS) == list(edition().gracias.loteria)
    assert {f"loteria-{card}" for card in (*range(1, 22), "J")} <= drawn("gracias")


def test_characters_lose_their_garments_in_the_order_of_the_edition() -> None:
    assert {who.id: who.garments for who in edition().gracias.characters} == WARDROBE
    states = {f"{view}-{who}-{on}" for view in ("figure", "bust") for who in WARDROBE for on in range(8)}
    assert states <= drawn("gracias")
    assert {f"garment-{who}-{on}" for who in WARDROBE for on in range(1, 8)} <= drawn("gracias")


def test_every_cat_is_drawn_with_its_own_attributes() -> None:
    cats = {f"{cat.pose}-{cat.coat}": {cat.pattern, cat.accessory} - {""} for cat in edition().club.cats}
    ours = {
        f"{pose}-{coat}": set(besides.split())
        for pose, row in club.DECK.items()
        for coat, besides in zip(COATS, row.split("|"), strict=True)
    }
    assert ours == cats
    assert {f"cat-{cat}" for cat in CATS} <= drawn("club")


def test_every_attribute_has_a_sign_and_a_disc() -> None:
    assert {f"{kind}-{attribute}" for kind in ("icon", "attr") for attribute in ATTRIBUTES} <= drawn("club")


def test_every_seat_of_the_club_has_a_mask() -> None:
    assert {f"mask-{seat}" for seat in range(4)} <= drawn("club")


def test_every_reaction_has_a_sign() -> None:
    assert {f"ui-{reaction}" for reaction in phrases().reactions} <= drawn("house")


def test_every_drawing_that_a_page_names_exists() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in sorted((WEB / "src").rglob("*.svelte")))
    everything = set().union(*map(drawn, SHEETS))
    assert {name for name in USED_NAME.findall(pages) if name not in everything} == set()


@pytest.mark.parametrize("name", sorted(files()))
def test_a_file_is_well_formed_and_obeys_the_content_security_policy(name: str) -> None:
    text = files()[name]
    tags = {element.tag.partition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert not tags & {"style", "script", "image", "foreignObject"}
    assert text.count("<text ") == text.count("<text data-letter="), (
        "no words but letters that the page spells"
    )
    assert "style=" not in text
    assert "data:" not in text


def test_several_sheets_can_lie_in_one_page() -> None:
    together = [name for sheet in SHEETS for name in ids(sheet)]
    assert sorted(together) == sorted(set(together))


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_reference_leads_somewhere(sheet: str) -> None:
    text = files()[f"{sheet}.svg"]
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text)) <= {
        pair for name in ids(sheet) for pair in ((name, ""), ("", name))
    }


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_travels_light(sheet: str) -> None:
    assert len(gzip.compress(files()[f"{sheet}.svg"].encode())) <= LARGEST


def test_drawing_twice_gives_the_same(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "art", tmp_path], cwd=WEB, env={"PYTHONHASHSEED": "7"}, check=True)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == files()


def test_the_icon_of_the_tab_is_the_logo() -> None:
    assert (WEB / "static" / "favicon.svg").read_text(encoding="utf-8") == files()["logo.svg"]
