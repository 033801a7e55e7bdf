"""The command line: `moustaches play`, `serve`, `replay`, `verify`, `analyse`, `rules`, `arena`, `train`, and more.

Whatever goes wrong is said in one line on stderr, and the exit status is 2; Ctrl-C ends quietly with 130.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from importlib import import_module

from moustaches.errors import BadOption, MoustachesError


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        status = run(parser().parse_args(argv))
        sys.stdout.flush()
        return status
    except MoustachesError as problem:
        line = " ".join(str(problem).split())
        print(f"moustaches: {line}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # whoever reads has read enough; Python's own flush at exit must find a stream that works
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def run(given: argparse.Namespace) -> int:
    """The command that was asked for. Each imports what it needs when it is called."""
    match given.command:
        case "play":
            from .play import play

            options = read_options(given.option)
            return play(
                given.game,
                given.players,
                given.seat,
                read_seed(given.seed),
                options,
                given.edition,
                given.save,
                given.resume,
                given.fast,
                given.level,
                language_of(given),
            )
        case "serve":
            from .serve import serve

            return serve(given)
        case "replay":
            from .replay import replay

            return replay(given.file, given.edition, language_of(given))
        case "verify":
            from .verify import verify

            return verify(given.file, given.edition)
        case "analyse":
            from .analyse import analyse

            return analyse(given)
        case "arena":
            from .arena import arena

            return arena(given)
        case "train":
            from .train import train

            return train(given)
        case "rules":
            from .rules import rules

            return rules(given.what, language_of(given))
        case "simulate":
            from .simulate import simulate

            return simulate(
                given.game,
                given.number,
                given.players,
                read_options(given.option),
                read_seed(given.seed),
                given.edition,
                given.json,
            )
        case "bench":
            from .bench import bench

            return bench()
        case _:
            welcome()
            return 0


def welcome() -> None:
    from rich.text import Text

    from moustaches.content import texts

    from .cards import HEADING
    from .rules import games
    from .screen import Screen

    screen = Screen()
    screen.print(Text("moustaches: three card games in your terminal", HEADING), "")
    screen.print(*games(texts(), screen.width)[:-2], "")
    for command, what in COMMANDS.items():
        screen.print(f"  moustaches {command:<15} {what}")
    screen.print("", "moustaches COMMAND --help says more about a command.")


COMMANDS = {
    "play [GAME]": "play against bots",
    "serve": "tables for friends, by a link",
    "replay FILE": "step through a recorded game",
    "verify FILE": "check that every deal of a recorded game was fair",
    "analyse FILE": "what each choice of a recorded game was worth",
    "rules [GAME]": "how to play, rule cards, rulings",
    "arena GAME …": "players against each other: who is better, and how sure",
    "train GAME": "new weights for the bots, by self-play",
    "simulate GAME": "many random games, and what came out",
    "bench": "how fast the engine is on this machine",
}


def parser() -> argparse.ArgumentParser:
    from moustaches import __version__

    top = Parser(prog="moustaches", description="Three card games in your terminal.")
    top.add_argument("--version", action="version", version=f"moustaches {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    play = commands.add_parser("play", help=COMMANDS["play [GAME]"])
    play.add_argument(
        "game", nargs="?", metavar="GAME", help="moustache, gracias, club, or a saved game's FILE"
    )
    table(play)
    play.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (default 0)")
    play.add_argument("--level", metavar="LEVEL", help="of the bots: novice, regular or expert")
    play.add_argument("--save", metavar="FILE", help="write the record at the end, and when you quit")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.add_argument("--fast", action="store_true", help="no pauses")

    commands.add_parser("serve", help=COMMANDS["serve"]).module = "serve"

    replay = commands.add_parser("replay", help=COMMANDS["replay FILE"])
    replay.add_argument("file", metavar="FILE")

    verify = commands.add_parser("verify", help=COMMANDS["verify FILE"])
    verify.add_argument("file", metavar="FILE", help="a record; - reads it from a pipe")

    for command in (replay, verify):
        command.add_argument(
            "--edition", metavar="FILE", help="the record's edition, if it is in no folder of editions"
        )

    commands.add_parser("analyse", help=COMMANDS["analyse FILE"]).module = "analyse"

    rules = commands.add_parser("rules", help=COMMANDS["rules [GAME]"])
    rules.add_argument(
        "what", nargs="*", metavar="WHAT", help="a game, a ruling (M7), a rule card (twos-win)"
    )

    for command in (play, replay, rules):
        command.add_argument(
            "--language", metavar="LL", help="en, fr, de, es or ru (default: that of your environment)"
        )

    commands.add_parser("arena", help=COMMANDS["arena GAME …"]).module = "arena"
    commands.add_parser("train", help=COMMANDS["train GAME"]).module = "train"

    simulate = commands.add_parser("simulate", help=COMMANDS["simulate GAME"])
    simulate.add_argument("game", metavar="GAME", help="moustache, gracias or club")
    simulate.add_argument(
        "-n", "--number", type=int, default=10_000, metavar="N", help="games (default 10000)"
    )
    table(simulate)
    simulate.add_argument("--json", action="store_true", help="print the summary as JSON")

    commands.add_parser("bench", help=COMMANDS["bench"])
    return top


def table(command: argparse.ArgumentParser) -> None:
    """The arguments that describe a table."""
    command.add_argument("--players", type=int, default=4, metavar="N", help="how many play (default 4)")
    command.add_argument("--seed", metavar="S", help="a whole number or 64 hex digits: the same deals again")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="an option of the table; may be given again (see: moustaches rules GAME)",
    )
    command.add_argument("--edition", default="standard", metavar="NAME", help="the contents of the box")


class Parser(argparse.ArgumentParser):
    """Argument errors in one line, like all others."""

    module = ""
    """Where the arguments are described, if not here: read when the command is called, not before."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        if self.module:
            import_module(f".{self.module}", __package__).add_arguments(self)
            self.module = ""
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadOption(f"{message} (try: {self.prog} --help)")


def language_of(given: argparse.Namespace) -> str:
    """The language that was asked for, here or in the environment."""
    from moustaches.content import language_of_environment

    return given.language or language_of_environment()


def read_seed(text: str | None) -> int | str | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 64 else text


def read_options(given: list[str]) -> dict[str, object]:
    """`first-game`, `end=first-bare`, `row=a,b,c,d`."""
    options: dict[str, object] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if name in options:
            raise BadOption(f"--option {name} is given twice")
        options[name] = {"true": True, "false": False}.get(value, value) if sign else True
        if "," in value:
            options[name] = [word.strip() for word in value.split(",")]
    return options
