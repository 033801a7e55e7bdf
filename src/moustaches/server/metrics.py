"""What the server counts about itself, as Prometheus reads it at `/metrics`.

What happens with every move is bound beforehand, so that counting is one call. Where several workers are run together
they share a folder, and whichever of them is asked answers for all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from moustaches import __version__
from moustaches.bots.players import LEVELS
from moustaches.game.tables import PLAYERS

from .counts import Count, Counts

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder of workers that count together."""
FORM = "text/plain; version=0.0.4; charset=utf-8"
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)  # seconds
THINKING = (0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10)
Inc = Callable[[], None]
Observe = Callable[[float], None]


class Times(Collector):
    """A histogram of one process alone, for what is counted with every move: Prometheus' own takes a lock for each
    number."""

    def __init__(
        self,
        name: str,
        what: str,
        labels: Sequence[str],
        buckets: Sequence[float],
        registry: CollectorRegistry,
    ) -> None:
        self.name, self.what, self.names, self.buckets = name, what, labels, buckets
        self.kinds: dict[str, Counts] = {}
        registry.register(self)

    def labels(self, kind: str) -> Counts:
        return self.kinds.setdefault(kind, Counts(self.buckets))

    def collect(self) -> Iterator[Metric]:
        family = HistogramMetricFamily(self.name, self.what, labels=self.names)
        ends = [*(str(float(each)) for each in self.buckets), "+Inf"]
        for kind, seen in self.kinds.items():
            up_to = list(zip(ends, accumulate(seen.counts), strict=True))
            family.add_metric([kind], buckets=up_to, sum_value=seen.sum)
        yield family


class Tally(Collector):
    """A counter of one process alone, for the same reason."""

    def __init__(self, name: str, what: str, labels: Sequence[str], registry: CollectorRegistry) -> None:
        self.name, self.what, self.names = name, what, labels
        self.counts: dict[tuple[str, ...], Count] = {}
        registry.register(self)

    def labels(self, *kind: str) -> Count:
        return self.counts.setdefault(kind, Count())

    def collect(self) -> Iterator[Metric]:
        family = CounterMetricFamily(self.name, self.what, labels=self.names)
        for kind, count in self.counts.items():
            family.add_metric(kind, count.number)
        yield family


class Metrics:
    """The counters of one worker."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()

        shared = bool(os.environ.get(SHARED))
        tally = Counter if shared else Tally
        moves = tally(
            "moustaches_moves", "Moves stored, by game and by whom.", ["game", "by"], registry=registry
        )
        self.moves: dict[tuple[str, str], Inc] = {
            (game, by): moves.labels(game, by).inc for game in PLAYERS for by in ("person", "bot", "clock")
        }
        games = Counter("moustaches_games", "Games played to their end.", ["game"], registry=registry)
        self.finished: dict[str, Inc] = {game: games.labels(game).inc for game in PLAYERS}
        created = Counter("moustaches_tables_created", "New tables.", ["game"], registry=registry)
        self.created: dict[str, Inc] = {game: created.labels(game).inc for game in PLAYERS}

        kind = Histogram if shared else Times
        intents = kind(
            "moustaches_intent_seconds",
            "From the arrival of an intent until it was stored, and until every viewer's update was under way.",
            ["until"],
            buckets=QUICK,
            registry=registry,
        )
        self.stored: Observe = intents.labels("stored").observe
        self.told: Observe = intents.labels("told").observe
        self.refusals = Counter(
            "moustaches_refused", "Intents and requests refused, by error.", ["error"], registry=registry
        )
        self.refused: dict[str, Inc] = {}

        thinking = Histogram(
            "moustaches_thinking_seconds",
            "A bot's choice, with the time in line.",
            ["level"],
            buckets=THINKING,
            registry=registry,
        )
        self.thought: dict[str, Observe] = {level: thinking.labels(level).observe for level in LEVELS}

        self.dropped: Inc = Counter(
            "moustaches_readers_dropped",
            "Sockets closed because their reader was too slow.",
            registry=registry,
        ).inc
        self.failed: Inc = Counter(
            "moustaches_failures", "Mistakes of the server's own; the log tells more.", registry=registry
        ).inc
        self.taken_over: Inc = Counter(
            "moustaches_tables_taken_over", "Tables taken over from a worker that died.", registry=registry
        ).inc
        self.archived = Counter("moustaches_tables_archived", "Tables put away.", registry=registry)
        self.removed = Counter("moustaches_tables_removed", "Old tables removed.", registry=registry)

        self.sockets = self.gauge("moustaches_sockets", "Sockets at tables.")
        self.tables = self.gauge("moustaches_tables", "Tables in memory.")
        self.playing = self.gauge("moustaches_tables_playing", "Tables in memory whose game goes on.")
        self.waiting = self.gauge("moustaches_thinking_waiting", "Bots' choices that are waited for.")
        self.up = Gauge(
            "moustaches_worker_up",
            "1 for each worker that serves.",
            multiprocess_mode="liveall",
            registry=registry,
        )
        release = Gauge(
            "moustaches_release",
            "1, with the release as a label.",
            ["version"],
            multiprocess_mode="max",
            registry=registry,
        )
        release.labels(__version__).set(1)
        if not os.environ.get(SHARED):
            ProcessCollector(registry=registry)

    def gauge(self, name: str, what: str) -> Gauge:
        """The sum over the workers that are alive."""
        return Gauge(name, what, multiprocess_mode="livesum", registry=self.registry)

    def refuse(self, error: str) -> None:
        count = self.refused.get(error)
        if count is None:
            count = self.refused[error] = self.refusals.labels(error).inc
        count()

    def took(self, level: str, seconds: float) -> None:
        self.thought[level](seconds)

    def text(self) -> bytes:
        """All of it, in Prometheus' own form."""
        folder = os.environ.get(SHARED)
        if not folder:
            return generate_latest(self.registry)
        for path in Path(folder).glob("gauge_live*_*.db"):
            forget_if_dead(path)
        registry = CollectorRegistry()
        Together(registry)
        return generate_latest(registry)


class Together(MultiProcessCollector):
    """What all workers counted. A file that a worker has only just made holds nothing yet and is left out: it could not
    be read."""

    def __init__(self, registry: CollectorRegistry) -> None:
        super().__init__(registry)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[Metric]:
        files = [str(path) for path in Path(self._path).glob("*.db") if has_begun(path)]
        merged: Iterable[Metric] = self.merge(files)  # type: ignore[no-untyped-call]
        return merged


def has_begun(path: Path) -> bool:
    """Is there anything in this file? One that is gone by now was a dead worker's."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def forget_if_dead(path: Path) -> None:
    """What a worker that is no more held at its end does not count."""
    pid = path.stem.rpartition("_")[2]
    if not pid.isdecimal():
        return
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        with suppress(OSError):
            mark_process_dead(int(pid))  # type: ignore[no-untyped-call]
    except OSError:
        return
