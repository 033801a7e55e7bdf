"""The standard edition states the facts of the rules; a wrong one is refused with file, key and expectation."""

import os
from collections import Counter
from pathlib import Path

import pytest

from moustaches.content import COLOURS, Edition, edition, editions
from moustaches.content.editions import OURS
from moustaches.errors import BadEdition, BadOption, BadPlayers, MoustachesError

STANDARD = (OURS / "standard.toml").read_text("utf-8")
# Without the comments, which show keys and values too.
MINE = "\n".join(line for line in STANDARD.splitlines() if not line.startswith("#")).replace(
    "standard", "mine", 1
)


@pytest.fixture
def standard() -> Edition:
    return edition("standard")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of own editions, and no other but ours."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing-here"))
    monkeypatch.setenv("MOUSTACHES_EDITIONS", str(tmp_path))
    return tmp_path


def own(folder: Path, text: str, name: str = "mine") -> str:
    (folder / f"{name}.toml").write_text(text, "utf-8")
    return name


# -- the facts of the rules


def test_stars_are_36_on_the_middle_values(standard: Edition) -> None:
    stars = standard.moustache.stars
    assert len(stars) == len(COLOURS)
    assert all(len(values) == 11 for values in stars)
    assert sum(map(sum, stars)) == 36
    assert all([value for value in range(11) if colour[value]] == [3, 4, 5, 6, 7] for colour in stars)


def test_cups_grow_from_round_to_round(standard: Edition) -> None:
    assert standard.moustache.cups == ((1, 2, 3), (2, 3, 5), (3, 5, 7), (4, 6, 9))


@pytest.mark.parametrize(
    ("players", "teams", "hand", "jokers", "jokers_dealt"),
    [
        (3, (1, 2), 12, "all", 3),
        (4, (2, 2), 10, "none", 0),
        (5, (2, 3), 8, "one-each", 2),
        (6, (3, 3), 7, "none", 0),
    ],
)
def test_teams_hands_and_jokers_by_players(
    standard: Edition, players: int, teams: tuple[int, int], hand: int, jokers: str, jokers_dealt: int
) -> None:
    table = standard.moustache.table(players)
    assert (table.teams, table.hand, table.jokers, table.jokers_dealt) == (teams, hand, jokers, jokers_dealt)


def test_M11_crown_is_on_the_larger_side_of_unequal_teams(standard: Edition) -> None:
    assert [table.crown for table in standard.moustache.tables] == ["larger", "either", "larger", "either"]


def test_no_table_for_seven(standard: Edition) -> None:
    with pytest.raises(BadPlayers, match="3 to 6 players, not 7"):
        standard.moustache.table(7)


def test_rule_cards_eight_of_each_pack(standard: Edition) -> None:
    rules = standard.moustache.rules
    assert Counter(card.pack for card in rules) == {"white": 8, "black": 8}
    assert Counter(card.source for card in rules) == {"printed": 9, "reported": 2, "ours": 5}
    held_back = {"equals-vanish", "three-lowest", "lead-is-trump", "second-best"}
    assert {card.id for card in rules if not card.first_game} == held_back
    assert not any(card.class_ for card in rules)


@pytest.mark.parametrize("sources", [{"printed", "reported"}, {"printed", "reported", "ours"}])
@pytest.mark.parametrize("first_game", [True, False])
def test_M23_every_choice_of_packs_has_two_of_each_colour(
    standard: Edition, sources: set[str], first_game: bool
) -> None:
    cards = [card for card in standard.moustache.rules if card.source in sources]
    packs = Counter(card.pack for card in cards if card.first_game or not first_game)
    assert packs["white"] >= 2
    assert packs["black"] >= 2


def test_a_rule_card_is_found_by_its_id(standard: Edition) -> None:
    assert standard.moustache.rule("pass-three").pack == "white"
    with pytest.raises(BadOption, match="did you mean twos-win"):
        standard.moustache.rule("two-wins")


def test_gracias_rounds_end_on_the_forehead(standard: Edition) -> None:
    box = standard.gracias
    assert box.rounds == (5, 4, 3, 2, 1, 1)
    assert box.forehead == len(box.rounds)
    assert len(box.garments) == 7
    assert len(box.loteria) == 21
    assert box.joker not in box.loteria


def test_four_characters_in_seven_garments(standard: Edition) -> None:
    assert [one.id for one in standard.gracias.characters] == ["mariachi", "luchadora", "abuela", "dandy"]
    assert all(len(set(one.garments)) == 7 for one in standard.gracias.characters)


def test_club_has_nineteen_attributes_and_forty_cats(standard: Edition) -> None:
    box = standard.club
    assert (box.masks, box.attributes, box.cats_in_hand) == (16, 3, 3)
    assert len(set(box.attribute_cards)) == 19
    assert [cat.name for cat in box.cats] == [f"{pose}-{coat}" for pose in box.poses for coat in box.coats]
    assert all(len(cat.attributes) in (3, 4) for cat in box.cats)


def test_invitation_counts_what_the_cats_carry(standard: Edition) -> None:
    box = standard.club
    assert all(box.invitation[pose] == 8 for pose in box.poses)
    assert all(box.invitation[coat] == 5 for coat in box.coats)
    assert all(box.invitation[pattern] == 12 for pattern in box.patterns)
    assert all(box.invitation[accessory] == 6 for accessory in box.accessories)
    kinds = Counter((bool(cat.pattern), bool(cat.accessory)) for cat in box.cats)
    assert kinds == {(True, False): 16, (False, True): 16, (True, True): 8}


def test_a_cat_is_as_the_table_of_the_rules_says(standard: Edition) -> None:
    cats = {cat.name: cat.attributes for cat in standard.club.cats}
    assert cats["leap-blue"] == ("leap", "blue", "spotted", "mouse")
    assert cats["sit-purple"] == ("sit", "purple", "spotted", "cocktail")
    assert cats["roll-red"] == ("roll", "red", "striped")
    assert cats["strut-red"] == ("strut", "red", "hat")


def test_digest_is_that_of_the_bytes(standard: Edition, folder: Path) -> None:
    assert len(standard.digest) == 16
    own(folder, STANDARD + "\n# a comment changes no value, but the bytes\n", "standard")
    changed = edition("standard")
    assert changed.moustache == standard.moustache
    assert changed.digest != standard.digest


# -- own editions


def test_own_edition_dropped_in_a_folder_is_found_and_chosen(folder: Path) -> None:
    assert editions() == ["standard"]
    own(folder, MINE.replace("masks = 16", "masks = 12"))
    assert editions() == ["mine", "standard"]
    assert edition("mine").club.masks == 12
    assert edition("mine").path == str(folder / "mine.toml")
    assert edition(str(folder / "mine.toml")) == edition("mine")


def test_own_edition_is_found_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOUSTACHES_EDITIONS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    there = tmp_path / "moustaches" / "editions"
    there.mkdir(parents=True)
    own(there, 'base = "standard"')
    assert edition("mine").title == "mine"


def test_without_a_data_folder_named_it_is_the_one_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    there = tmp_path / ".local" / "share" / "moustaches" / "editions"
    there.mkdir(parents=True)
    own(there, 'base = "standard"')
    assert "mine" in editions()


def test_first_folder_named_goes_before_the_second(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = folder / "second"
    second.mkdir()
    monkeypatch.setenv("MOUSTACHES_EDITIONS", f"{folder}{os.pathsep}{second}")
    own(folder, 'base = "standard"\ntitle = "first"')
    own(second, 'base = "standard"\ntitle = "second"')
    assert edition("mine").title == "first"


def test_base_gives_all_that_the_own_edition_does_not(folder: Path, standard: Edition) -> None:
    name = own(
        folder,
        'base = "standard"\n[moustache.table.4]\nhand = 11\n[moustache.stars]\nblue = [1,1,1,1,1,1,1,1,1,1,1]',
    )
    mine = edition(name)
    assert mine.name == "mine"
    assert mine.moustache.table(4).hand == 11
    assert mine.moustache.table(4).teams == (2, 2)
    assert mine.moustache.stars == (*standard.moustache.stars[:3], (1,) * 11)
    assert mine.moustache.rules == standard.moustache.rules
    assert (mine.gracias, mine.club) == (standard.gracias, standard.club)


def test_lists_replace(folder: Path) -> None:
    name = own(folder, 'base = "standard"\n[gracias]\nrounds = [3, 1]\nforehead = 2')
    assert edition(name).gracias.rounds == (3, 1)


KINGS_FALL = """
id = "kings-fall"
pack = "black"
source = "printed"
first_game = false
class = "mypack.cards:KingsFall"
name = "Kings fall"
text = "A 10 never wins."
"""


def test_rules_replace_and_more_rules_append(folder: Path, standard: Edition) -> None:
    own(folder, f'base = "standard"\n[[moustache.rules]]\n{KINGS_FALL}', "only")
    own(folder, f'base = "standard"\n[[moustache.more_rules]]\n{KINGS_FALL}', "more")
    [card] = edition("only").moustache.rules
    assert (card.class_, card.name, card.text) == ("mypack.cards:KingsFall", "Kings fall", "A 10 never wins.")
    assert edition("more").moustache.rules == (*standard.moustache.rules, card)


def test_bases_stand_on_bases(folder: Path, standard: Edition) -> None:
    own(folder, f'base = "standard"\n[[moustache.more_rules]]\n{KINGS_FALL}', "lower")
    own(folder, f'base = "lower"\n[[moustache.more_rules]]\n{KINGS_FALL.replace("kings", "queens")}', "upper")
    ids = [card.id for card in edition("upper").moustache.rules]
    assert ids == [*(card.id for card in standard.moustache.rules), "kings-fall", "queens-fall"]


def test_digest_covers_the_base(folder: Path) -> None:
    own(folder, 'base = "standard"', "lower")
    own(folder, 'base = "lower"', "upper")
    before = edition("upper").digest
    own(folder, 'base = "standard"\n[club]\nmasks = 9', "lower")
    assert edition("upper").club.masks == 9
    assert edition("upper").digest != before


def test_own_standard_may_stand_on_ours(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(folder, f'base = "standard"\n[[moustache.more_rules]]\n{KINGS_FALL}', "standard")
    assert len(edition("standard").moustache.rules) == 17
    monkeypatch.chdir(folder)
    assert len(edition("standard.toml").moustache.rules) == 17


# -- what is refused


@pytest.mark.parametrize(
    ("said", "instead", "key", "expected"),
    [
        ("format = 1", "format = 2", "format", "the whole number 1, found 2"),
        ("format = 1", "", "format", "found nothing"),
        ('name = "mine"', 'name = "other"', "name", '"mine", as the file is called, found "other"'),
        ('title = "The standard boxes"', 'title = " "', "title", 'some text, found " "'),
        ("[moustache]", "[moustaches]", "moustaches", "did you mean moustache?"),
        ("cups = [[1, 2, 3],", "cups = [", "moustache.cups", "4 lists of cup tokens, found 3"),
        ("[3, 5, 7]", "[3, 5]", "moustache.cups[2]", "3 whole numbers, found 2"),
        ("[3, 5, 7]", "3", "moustache.cups[2]", "3 whole numbers, found 3"),
        ("[3, 5, 7]", '[3, "five", 7]', "moustache.cups[2][1]", 'a whole number from 0 to 99, found "five"'),
        ("[3, 5, 7]", "[3, true, 7]", "moustache.cups[2][1]", "found true"),
        ("[3, 5, 7]", "[3, 5.5, 7]", "moustache.cups[2][1]", "found 5.5"),
        ("[3, 5, 7]", "[5, 3, 7]", "moustache.cups[2]", "tokens from low to high, found 5, 3, 7"),
        ("cups = [", "cupz = [", "moustache.cupz", 'found "cupz"; did you mean cups?'),
        ("pink   = [0, 0, 0,", "pink   = [0, 0,", "moustache.stars.pink", "11 whole numbers, found 10"),
        ("pink   = [0,", "pink   = [-1,", "moustache.stars.pink[0]", "a whole number from 0 to 9, found -1"),
        ("pink   = [", "rose   = [", "moustache.stars.rose", "one of the keys green, pink, orange, blue"),
        (
            "teams = [2, 3]",
            "teams = [2, 2]",
            "moustache.table.5.teams",
            "two teams of 5 players in all, found 2 and 2",
        ),
        (
            "teams = [2, 3]",
            "teams = [3, 2]",
            "moustache.table.5.teams",
            "the smaller team first, found 3 and 2",
        ),
        ("teams = [2, 3]", "teams = [1, 4]", "moustache.table.5.teams", "at most 3 in a team"),
        ("teams = [2, 3]", "teams = [5]", "moustache.table.5.teams", "2 whole numbers, found 1"),
        (
            "hand = 12",
            "hand = 16",
            "moustache.table.3.hand",
            "3 to 15 cards for 3 players, 3 jokers dealt, found 16",
        ),
        ("hand = 10", "hand = 12", "moustache.table.4.hand", "3 to 11 cards for 4 players, 0 jokers dealt"),
        ("hand = 8", "hand = 10", "moustache.table.5.hand", "3 to 9 cards for 5 players, 2 jokers dealt"),
        ("hand = 7", "hand = 2", "moustache.table.6.hand", "3 to 7 cards"),
        ('jokers = "one-each"', 'jokers = "one each"', "moustache.table.5.jokers", "did you mean one-each?"),
        ('jokers = "one-each"', 'jokers = "all"', "moustache.table.5.jokers", '"all" is for a lone player'),
        ('jokers = "none"', 'jokers = "all"', "moustache.table.4.jokers", 'expected "none", found "all"'),
        ('crown = "larger"', 'crown = "either"', "moustache.table.3.crown", '"larger" or "smaller"'),
        ('crown = "either"', 'crown = "larger"', "moustache.table.4.crown", 'expected "either"'),
        ("[moustache.table.6]", "[moustache.table.7]", "moustache.table.7", "one of the keys 3, 4, 5, 6"),
        (
            'id = "pass-three"',
            'id = "Pass Three"',
            "moustache.rules[2].id",
            "lower-case letters, digits and hyphens",
        ),
        (
            'id = "pass-three"',
            'id = "pink-open"',
            "moustache.rules[2].id",
            'not used before, found "pink-open" again',
        ),
        (
            'id = "pass-three"\npack = "white"',
            'id = "x"\npack = "grey"',
            "moustache.rules[2].pack",
            '"white" or "black"',
        ),
        (
            'id = "pass-three"',
            'id = "x"\nclass = "cards"',
            "moustache.rules[2].class",
            '"package.module:Class"',
        ),
        ('id = "pass-three"', 'id = "x"\nname = ""', "moustache.rules[2].name", "some text"),
        ('id = "pass-three"', 'id = "x"\ntext = 3', "moustache.rules[2].text", "some text, found 3"),
        ('id = "pass-three"', 'id = "x"\nclas = "a:B"', "moustache.rules[2].clas", "did you mean class?"),
        (
            'source = "reported"',
            'source = "rumour"',
            "moustache.rules[4].source",
            '"printed" or "reported" or "ours"',
        ),
        (
            "first_game = false",
            'first_game = "no"',
            "moustache.rules[9].first_game",
            'true or false, found "no"',
        ),
        ("rounds = [5,", "rounds = [6,", "gracias.rounds[0]", "a whole number from 1 to 5, found 6"),
        ("rounds = [5, 4, 3, 2, 1, 1]", "rounds = []", "gracias.rounds", "at least one round, found none"),
        ("rounds = [5, 4, 3, 2, 1, 1]", "rounds = 6", "gracias.rounds", "a list of hand sizes, found 6"),
        ("forehead = 6", "forehead = 7", "gracias.forehead", "a whole number from 1 to 6, found 7"),
        ("forehead = 6", "forehead = 4", "gracias.forehead", "a round of 1 card, found round 4 with 2"),
        ('"scarf", ', "", "gracias.garments", "7 names, found 6"),
        ('"scarf"', '"hat"', "gracias.garments[1]", 'not used before, found "hat" again'),
        ('["cape", ', "[", "gracias.characters[1].garments", "7 names, found 6"),
        ('id = "dandy"', 'id = "abuela"', "gracias.characters[3].id", 'found "abuela" again'),
        (
            'id = "dandy"',
            'id = "dandy"\nage = 3',
            "gracias.characters[3].age",
            "one of the keys id, garments",
        ),
        ('"hair", ', "", "gracias.loteria", "21 names, found 20"),
        ('joker = "joker"', "", "gracias.joker", "found nothing"),
        ("masks = 16", "masks = 0", "club.masks", "a whole number from 1 to 99, found 0"),
        ("attributes = 3", "attributes = 5", "club.attributes", "a whole number from 1 to 4, found 5"),
        (
            "cats_in_hand = 3",
            "cats_in_hand = 11",
            "club.cats_in_hand",
            "a whole number from 1 to 10, found 11",
        ),
        ('"rest", "roll"]', '"rest"]', "club.poses", "5 words, found 4"),
        ('"purple", "red"]', '"purple", "red", "pink"]', "club.coats", "8 words, found 9"),
        ('["striped", "spotted"]', '["striped"]', "club.patterns", "2 words, found 1"),
        ('["yarn",', '["yarn", "bell",', "club.accessories", "4 words, found 5"),
        ('["yarn",', '["red",', "club.accessories[0]", 'not used before, found "red" again'),
        ('["yarn",', '["yarn-ball",', "club.accessories[0]", "one lower-case word"),
        ("[club.cats.sit]", "[club.cats.sits]", "club.cats.sits", "did you mean sit?"),
        ('white  = "yarn"', "", "club.cats.sit.white", "a pattern (striped, spotted) or an accessory"),
        ('white  = "yarn"', 'wite  = "yarn"', "club.cats.sit.wite", "did you mean white?"),
        ('white  = "yarn"', 'white  = "bell"', "club.cats.sit.white", 'found "bell"'),
        ('white  = "yarn"', 'white  = ""', "club.cats.sit.white", 'found ""'),
        ('white  = "yarn"', 'white  = "yarn hat"', "club.cats.sit.white", 'found "yarn hat"'),
        ('white  = "yarn"', 'white  = "striped spotted"', "club.cats.sit.white", 'found "striped spotted"'),
        ('white  = "yarn"', 'white  = ["yarn"]', "club.cats.sit.white", "found a list of 1"),
    ],
)
def test_wrong_value_is_named_with_file_key_and_expectation(
    folder: Path, said: str, instead: str, key: str, expected: str
) -> None:
    assert said in MINE
    with pytest.raises(BadEdition) as refusal:
        edition(own(folder, MINE.replace(said, instead, 1)))
    message = str(refusal.value)
    assert message.startswith(f"{folder / 'mine.toml'}: {key}: expected ")
    assert expected in message


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ('base = "standart"', "base", 'the name of another edition (mine, standard), found "standart"'),
        ('base = "mine"', "base", 'the name of another edition (mine, standard), found "mine"'),
        ("base = 3", "base", "found 3"),
        (
            'base = "standard"\nmoustache = 3',
            "moustache",
            "a table with stars, cups, table, rules, more_rules, found 3",
        ),
        (
            'base = "standard"\n[moustache]\nrules = {}',
            "moustache.rules",
            "a list of rule cards, found a table",
        ),
        (
            'base = "standard"\n[moustache]\nmore_rules = 1',
            "moustache.more_rules",
            "a list of rule cards, found 1",
        ),
        (
            f'base = "standard"\n[[moustache.more_rules]]\n{KINGS_FALL.replace("kings-fall", "blue-tax")}',
            "moustache.more_rules[0].id",
            'not used before, found "blue-tax" again',
        ),
    ],
)
def test_mistake_in_what_differs_from_the_base_is_named(
    folder: Path, text: str, key: str, expected: str
) -> None:
    with pytest.raises(BadEdition) as refusal:
        edition(own(folder, text))
    assert str(refusal.value).startswith(f"{folder / 'mine.toml'}: {key}: expected ")
    assert expected in str(refusal.value)


def test_mistake_of_a_base_is_blamed_on_the_base(folder: Path) -> None:
    own(folder, 'base = "standard"\n[club]\nmasks = 0', "lower")
    own(folder, 'base = "lower"', "upper")
    with pytest.raises(BadEdition, match=r"lower\.toml: club\.masks"):
        edition("upper")


def test_unknown_edition_is_answered_with_the_known_ones(folder: Path) -> None:
    with pytest.raises(BadEdition, match=r"'standart'; expected standard or .*did you mean standard\?"):
        edition("standart")
    with pytest.raises(BadEdition, match="no edition is called"):
        edition("../standard")


def test_missing_file_is_named(folder: Path) -> None:
    with pytest.raises(BadEdition, match=r"gone\.toml: expected a readable edition file"):
        edition(str(folder / "gone.toml"))


@pytest.mark.parametrize("data", [b"format = = 1", b'title = "\xff"'])
def test_file_that_is_no_toml_is_named(folder: Path, data: bytes) -> None:
    (folder / "mine.toml").write_bytes(data)
    with pytest.raises(BadEdition, match=r"mine\.toml: expected TOML in UTF-8"):
        edition("mine")


def test_corrected_file_is_read_again(folder: Path) -> None:
    own(folder, 'base = "standard"\n[club]\nmasks = 0')
    with pytest.raises(MoustachesError):
        edition("mine")
    own(folder, 'base = "standard"\n[club]\nmasks = 1')
    assert edition("mine").club.masks == 1
