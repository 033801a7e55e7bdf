"""The examples of the README and the documentation run as they are written."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_EXAMPLES = [page for page in PAGES if ">>>" in page.read_text("utf-8")]


def test_the_readme_has_examples() -> None:
    assert ROOT / "README.md" in WITH_EXAMPLES


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8").replace("\n```", "\n\n```")  # the end of a block ends what is expected
    examples = doctest.DocTestParser().get_doctest(text, {}, str(page), str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(report)
