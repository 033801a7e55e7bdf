"""The browser's types are the server's."""

from __future__ import annotations

from web.protocol import WRITTEN, typescript


def test_the_types_of_the_client_are_up_to_date() -> None:
    assert WRITTEN.read_text("utf-8") == typescript(), "run: make types"


def test_messages_are_told_apart_by_one_word() -> None:
    text = typescript()
    for line in (
        "do: 'move';",
        "news: 'welcome';",
        "event: 'trick-taken';",
        "game: 'club';",
        "view?: View | null;",
        "level?: Level;",
    ):
        assert f"  {line}\n" in text
    assert "unknown" not in text
