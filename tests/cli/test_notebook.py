"""The notebook of the terminal never leads a player astray."""

import moustaches
from moustaches.bots.players import player
from moustaches.cli.notebook import possible, signs
from moustaches.content import edition
from moustaches.game.club_words import ClubView


def test_the_notebook_never_excludes_the_truth() -> None:
    box = edition()
    novice = player("novice")
    for seed in range(4):
        game = moustaches.new("club", players=4, seed=seed)
        views: list[ClubView] = []
        while not game.over:
            seat = game.to_act[0]
            view = game.view(seat)
            assert isinstance(view, ClubView)
            views.append(view)
            game.play(seat, novice.choose(view).move)
        final = game.view(None)
        assert isinstance(final, ClubView)
        assert final.all_secrets is not None
        for view in views:
            for seat, secrets in enumerate(final.all_secrets):
                assert frozenset(secrets) in possible(view, seat, box)
                found = signs(view, seat, box)
                assert all(found[word] != "x" for word in secrets)
                assert all(word in secrets for word, sign in found.items() if sign in "!O")
