"""Writes what Vitest plays back: real conversations with a server, and the contents of the box.

    python -m tests.web.record

writes `web/tests/recorded/` anew, from the root of the repository. Do so when the protocol was changed on purpose.

- gracias.jsonl: all that one seat heard of a whole game, with a choice taken back in it, and a second connection that
  came back in the middle of a trick;
- finished.json: of a finished game of each kind, the record and what it opened;
- box.json: the standard edition.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.serving import Message, Server, Wire, play, run

FOLDER = Path(__file__).parents[2] / "web" / "tests" / "recorded"


async def conversation(server: Server) -> list[Message]:
    """Seat 0 of a game of Gracias, always the first legal choice."""
    token = server.person("Ada")
    setup = {"game": "gracias", "players": 3, "take_back": 1}
    code = str(server.post("/api/play", {"setup": setup, "level": "novice"}, token)["code"])

    async def choose(wire: Wire) -> str:
        """The first legal choice, once one is due; what was chosen."""

        def look() -> Message:
            return server.look(code, token)

        await wire.until(lambda: 0 in look()["view"]["to_act"] or look()["table"]["phase"] == "over")
        now = look()
        if now["table"]["phase"] == "over":
            return ""
        move = str(now["view"]["legal"][0])
        await wire.intend("move", move=move, expected=now["version"])
        return move

    heard: list[Message] = []
    async with Wire(server, code, token) as wire:
        while not (await choose(wire)).startswith("bid"):
            pass
        await wire.intend("take-back")
        for _ in range(3):
            await choose(wire)
    heard += wire.heard
    async with Wire(server, code, token, wire.versions[-1]) as wire:
        while await choose(wire):
            pass
        await wire.settled()
    return heard + wire.heard


async def finished(server: Server, game: str) -> Message:
    """The record of a game of first choices, and the cards that its end has opened."""
    token = server.person()
    setup = {"game": game, "players": 3}
    code = str(server.post("/api/play", {"setup": setup, "level": "novice"}, token)["code"])
    async with server.client(code, token=token) as client:
        await play(client)
    now = server.look(code, token)
    return {
        "record": server.ask("GET", f"/api/tables/{code}/record").text,
        "commitment": now["table"]["commitment"],
        "events": [event for event in now["events"] if event["event"] == "dealt"],
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, Server(Path(folder)) as server:
        games = {game: run(finished(server, game)) for game in ("moustache", "gracias", "club")}
        (FOLDER / "finished.json").write_text(json.dumps(games, indent=1) + "\n")
        box = server.get("/api/editions/standard")
        (FOLDER / "box.json").write_text(json.dumps(box, separators=(",", ":")) + "\n")
    with TemporaryDirectory() as folder, Server(Path(folder), bot_pause=0.2) as server:
        lines = [json.dumps(news, separators=(",", ":")) for news in run(conversation(server), 60)]
        (FOLDER / "gracias.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
