"""How the novice plays Moustache: it takes tricks that are worth taking, leaves those that are not, and trusts a
partner who is winning.

For each card it may lay it asks the engine who would take the trick now, looks at what is at stake, and guesses how
likely an opponent still to come spoils it.
"""

from __future__ import annotations

from moustaches.content.editions import COLOURS
from moustaches.engine import moustache
from moustaches.engine.bits import Rng, members
from moustaches.engine.trick import ANIMALS, JOKERS, MONKEY, PIGEON, UNICORN, colour_of
from moustaches.game.moustache_words import Card, MoustacheMove, MoustacheView

from .sense import Outlook, beaters, gain, hidden_cards, is_last, laid, swing, worth, worth_of

OVERLOOKS = 15  # % of moves for which a rule card is overlooked
FORGETS = 40  # % of moves for which it does not remember the tricks before
READY = 0.8  # how often someone who can beat a card does
RESCUE = 0.25  # how often a partner still to come turns a lost trick
STRONG = 1.0  # stars that the strongest animal is worth keeping for
KEEPING = {UNICORN: 4.0, MONKEY: 2.0, PIGEON: 2.0}  # the same for the jokers


def choose(view: MoustacheView, state: moustache.State, rng: Rng) -> str:
    """The novice's move."""
    row = state.row
    if row.rules and rng.below(100) < OVERLOOKS:
        missed = row.rules[int(rng.below(len(row.rules)))]
        state.row = state.setup.row_of([rule for rule in row.rules if rule is not missed])
    try:
        if view.phase == "give":
            return give(view, state)
        return steal(view, state) if view.phase == "steal" else play(view, state, rng)
    finally:
        state.row = row


def give(view: MoustacheView, state: moustache.State) -> str:
    """The three that help least: it keeps its jokers and what is strong, or where stars hurt gets rid of that."""
    mood = eagerness(state, view)
    cards = [Card.parse(card) for card in view.hand]
    animals = [card for card in cards if card < moustache.JOKER_CARD]
    animals.sort(key=lambda card: mood * strength(card, view) + 0.1 * worth(state, card))
    jokers = [card for card in cards if card >= moustache.JOKER_CARD]
    three = sum(1 << card for card in (*animals, *jokers)[: moustache.PASSED])
    return str(MoustacheMove(moustache.PASS + moustache.rank_of(three)))


def steal(view: MoustacheView, state: moustache.State) -> str:
    """The card that does most for its team."""
    assert view.seat is not None
    mine = view.teams[view.seat]
    still_in = int(state.trick.cards)

    def effect(move: str) -> float:
        card = MoustacheMove.parse(move).cards
        return gain(state, mine, 1 - mine, still_in & ~card, card)

    return max(view.legal, key=effect)


def play(view: MoustacheView, state: moustache.State, rng: Rng) -> str:
    """The card with the best of: stars to be expected, less what it is worth keeping for."""
    if len(view.legal) == 1:
        return view.legal[0]
    seen = laid(state)
    if rng.below(100) < FORGETS:
        hidden = ANIMALS & ~int(state.hands[view.seat or 0]) & ~sum(seen)
    else:
        hidden = hidden_cards(state, view)
    mood = eagerness(state, view)
    average = worth_of(state, hidden) / max(hidden.bit_count(), 1)

    def liking(move: str) -> float:
        card = Card.parse(move.split()[1])
        return expected(view, state, seen, 1 << card, hidden, average) - keeping(view, card, mood)

    return max(view.legal, key=liking)


def expected(
    view: MoustacheView,
    state: moustache.State,
    seen: dict[int, int],
    card: int,
    hidden: int,
    average: float,
) -> float:
    """The stars that its team gains on the other with this card: exactly as the last to lay, else by a guess at what
    the others will do."""
    assert view.seat is not None
    mine = view.teams[view.seat]
    cards = {**seen, card: view.seat}
    outlook = Outlook(state, cards)
    if is_last(view):
        return swing(state, mine, outlook)
    later = [(view.seat + step) % view.players for step in range(1, view.players - len(seen))]
    opponents = [seat for seat in later if view.teams[seat] != mine]
    ours = outlook.winner >= 0 and view.teams[outlook.winner] == mine
    winning = 1.0 if ours else 0.0
    if ours and opponents:
        threats = beaters(state, view, cards, hidden)
        for seat in opponents:
            winning *= 1 - READY * can_lay(threats, hidden, demanded(state, card), view.hand_sizes[seat])
    if len(opponents) < len(later):
        winning += RESCUE * (1 - winning)
    if sum(cards) & PIGEON:
        return 0.0
    more = average * len(later)
    won = gain(state, mine, mine, outlook.cards) + more
    lost = gain(state, mine, 1 - mine, outlook.cards) - more
    if card == MONKEY:
        lost += 2 * max((worth(state, each) for each in members(outlook.cards)), default=average)
    return winning * won + (1 - winning) * lost


def demanded(state: moustache.State, card: int) -> int:
    """The colour that the next one has to follow."""
    if state.trick.demanded:
        return int(state.trick.demanded)
    return int(colour_of(card)) if card & ANIMALS else 0


def can_lay(threats: int, hidden: int, colour: int, size: int) -> float:
    """How likely a hand of that size, any of the hidden cards, can lay one of the threats: of the demanded colour, or
    any if it has none of it."""
    count = max(hidden.bit_count(), 1)
    following = (hidden & colour).bit_count()
    void = (1 - following / count) ** size
    in_colour = 1 - (1 - (threats & colour).bit_count() / count) ** size
    off_colour = 1 - (1 - (threats & ~colour).bit_count() / max(count - following, 1)) ** size
    return in_colour + void * off_colour


def keeping(view: MoustacheView, card: int, mood: float) -> float:
    """What a card is worth keeping for, in stars."""
    if 1 << card & JOKERS:
        return KEEPING[1 << card] * len(view.hand) / (len(view.hand) + 2)
    return mood * STRONG * strength(card, view)


def strength(card: int, view: MoustacheView) -> float:
    """How strong an animal is as the colours stand, 0…1."""
    order = [COLOURS.index(colour) for colour in view.order]
    return (order.index(card // 11) * 11 + card % 11) / 43


def eagerness(state: moustache.State, view: MoustacheView) -> float:
    """1 where the cards to come are worth taking, −1 where they hurt."""
    return 1.0 if worth_of(state, hidden_cards(state, view)) >= 0 else -1.0
