"""The learner. Everyone at every table plays by the network, and what came of a choice teaches it what that is worth.

Two networks learn from the same games: the large one of the expert, which plays, and the small one of the regular. The
weights that are kept are running means of those that learn. Tables begin anew after each checkpoint, so that a run that
was stopped and taken up again is the same run.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from msgspec import Struct
from numpy.typing import NDArray
from torch import Tensor, nn

from moustaches.bots.network import MARGINS, PREFERENCE, SHAPES, Bits, Shape, save

from .crew import Chosen

SIZES = {
    "moustache": {"expert": (768, 320, 128), "regular": (192, 64)},
    "gracias": {"expert": (512, 256, 128), "regular": (192, 64)},
    "club": {"expert": (512, 256, 128), "regular": (192, 64)},
}


class Plan(Struct, frozen=True):
    """What decides how a run comes out."""

    game: str
    seed: int = 0
    decisions: int = 20_000_000
    """To learn from, in all."""
    minutes: float = 0.0
    """If not 0, the run lasts so long instead, whatever it gets done: then it cannot be repeated exactly."""
    passes: int = 1
    """How often each decision is learned from."""
    batch: int = 4096
    rate: float = 1e-3
    """Of learning, at its highest."""
    explore: float = 0.15
    """How often a random choice is made at the beginning; a fifth of it from the middle of the run on."""
    school: float = 0.1
    """The part of the run in which all choices are tried out by random play."""
    patience: float = 0.8
    """How much the end of a game counts, against what was expected on the way; 1 is deep Monte-Carlo."""
    mean: float = 0.999
    """How slowly the running means follow."""
    groups: int = 4
    lanes: int = 256


class Judge(nn.Module):
    """The layers as PyTorch trains them."""

    def __init__(self, shape: Shape, hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.split = shape.observed.size
        sizes = (shape.both.size, *hidden, 2)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))

    def forward(self, x: Tensor) -> Tensor:
        """Observations with one choice each."""
        return self.rest(self.layers[0](x))

    def judge(self, observed: Tensor, choices: Tensor) -> Tensor:
        """Observations with many choices each: by observation and choice, win and margin."""
        first = self.layers[0]
        assert isinstance(first, nn.Linear)
        seen = nn.functional.linear(observed, first.weight[:, : self.split], first.bias)
        return self.rest(nn.functional.linear(choices, first.weight[:, self.split :]) + seen[:, None])

    def rest(self, x: Tensor) -> Tensor:
        for layer in list(self.layers)[1:]:
            x = layer(torch.relu(x))
        return x

    def arrays(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Weights and bias of each layer, as `bots.network` reads them."""
        found = []
        for layer in self.layers:
            assert isinstance(layer, nn.Linear)
            found.append(
                (layer.weight.detach().float().cpu().numpy().T, layer.bias.detach().float().cpu().numpy())
            )
        return found


class Student:
    """A network that learns, and its running mean."""

    def __init__(self, plan: Plan, hidden: tuple[int, ...], device: torch.device) -> None:
        self.plan = plan
        self.judge = Judge(SHAPES[plan.game], hidden).to(device)
        self.mean = copy.deepcopy(self.judge).requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.judge.parameters(), lr=plan.rate, eps=1e-7)
        self.updates = 0

    def learn(self, x: Tensor, targets: Tensor, rate: float) -> Tensor:
        """One step on a batch; the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        device = x.device.type
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            judged = self.judge(x)
        loss = (judged.float() - targets).square().mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.judge.parameters(), 1.0)
        self.optimizer.step()
        self.updates += 1
        follow = 1 - min(self.plan.mean, (1 + self.updates) / (10 + self.updates))
        with torch.no_grad():
            means: list[Tensor] = list(self.mean.parameters())
            now: list[Tensor] = list(self.judge.parameters())
            torch._foreach_lerp_(means, now, follow)  # pyright: ignore[reportPrivateImportUsage]
        lost: Tensor = loss.detach()
        return lost

    def state(self) -> dict[str, Any]:
        return {
            "judge": self.judge.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "updates": self.updates,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.judge.load_state_dict(state["judge"])
        self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.updates = state["updates"]


class Learner:
    """Both students, the way from observations to choices, and where the run stands."""

    def __init__(self, plan: Plan, device: str) -> None:
        self.plan = plan
        self.device = torch.device(device)
        shape = SHAPES[plan.game]
        self.shape = shape
        torch.manual_seed(plan.seed)
        self.students = {
            level: Student(plan, hidden, self.device) for level, hidden in SIZES[plan.game].items()
        }
        self.chance = torch.Generator(device=self.device)
        self.chance.manual_seed(plan.seed)
        self.learned = 0  # decisions
        self.seconds = 0.0  # of training
        self.games = 0
        self.known_places: dict[int, tuple[Tensor, Tensor]] = {}
        self.left: tuple[Tensor, Tensor] | None = None  # samples too few for a batch

    @property
    def progress(self) -> float:
        if self.plan.minutes:
            return min(1.0, self.seconds / 60 / self.plan.minutes)
        return min(1.0, self.learned / self.plan.decisions)

    @property
    def exploring(self) -> float:
        return self.plan.explore * max(0.2, 1 - 1.6 * self.progress)

    @property
    def rate(self) -> float:
        """Rises for a moment, then falls evenly to a hundredth."""
        return self.plan.rate * min(1.0, 0.02 + 100 * self.progress) * (1 - 0.99 * self.progress)

    def inputs(self, words: Tensor, bits: Bits) -> Tensor:
        """Rows of words as numbers."""
        if self.device.type == "cpu":
            return torch.from_numpy(bits.unpack(words.numpy()))
        word_of, bit_of = self.places(bits)
        return (words[:, word_of] >> bit_of & 1).to(torch.bfloat16)

    def places(self, bits: Bits) -> tuple[Tensor, Tensor]:
        """Where each bit is, on the device; made once."""
        found = self.known_places.get(id(bits))
        if found is None:
            found = (
                torch.as_tensor(bits.word_of).to(self.device),
                torch.as_tensor(bits.bit_of).to(self.device),
            )
            self.known_places[id(bits)] = found
        return found

    @torch.no_grad()
    def choose(
        self,
        words: NDArray[np.int64],
        choices: NDArray[np.int64],
        counts: NDArray[np.int64],
        explore: bool = True,
    ) -> Chosen:
        """A choice for each observation, as the workers want it."""
        device = self.device.type
        number, most, size = choices.shape
        observed = self.inputs(torch.from_numpy(words).to(self.device), self.shape.observed)
        described = torch.from_numpy(choices.reshape(number * most, size)).to(self.device)
        x = self.inputs(described, self.shape.choice).reshape(number, most, -1)
        playing = self.students["expert"]
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            judged = (playing.judge if explore else playing.mean).judge(observed, x).float()
        wins, margins = judged[..., 0], judged[..., 1] * MARGINS[self.plan.game]
        places = torch.arange(most, device=self.device)
        missing = places >= torch.from_numpy(counts).to(self.device)[:, None]
        score = (wins + PREFERENCE[self.plan.game] * margins).masked_fill(missing, -torch.inf)
        best = score.argmax(dim=1, keepdim=True)
        chosen = best
        if explore:
            rand = torch.rand((number, most + 1), generator=self.chance, device=self.device)
            other = rand[:, :-1].masked_fill(missing, -1).argmax(dim=1, keepdim=True)
            chosen = torch.where(rand[:, -1:] < self.exploring, other, best)
        columns = [chosen, wins.gather(1, best), margins.gather(1, best), chosen != best]
        found = torch.cat([column.double() for column in columns], dim=1).cpu().numpy()
        return found[:, 0], found[:, 1], found[:, 2], found[:, 3]

    def learn(self, words: NDArray[Any], wins: NDArray[Any], margins: NDArray[Any]) -> float:
        """Both students learn from samples, each once; the mean loss of the expert."""
        device = self.device
        targets = np.stack([wins, margins / MARGINS[self.plan.game]], axis=1).astype(np.float32)
        found = torch.from_numpy(words).to(device), torch.from_numpy(targets).to(device)
        if self.left is not None:
            found = torch.cat([self.left[0], found[0]]), torch.cat([self.left[1], found[1]])
        size = self.plan.batch
        full = len(found[0]) // size * size
        losses = []
        for _ in range(self.plan.passes):
            order = torch.randperm(full, generator=self.chance, device=device)
            for start in range(0, full, size):
                here = order[start : start + size]
                x = self.inputs(found[0][here], self.shape.both)
                for level, student in self.students.items():
                    loss = student.learn(x, found[1][here], self.rate)
                    if level == "expert":
                        losses.append(loss)
        self.learned += full
        self.left = found[0][full:], found[1][full:]
        return float(torch.stack(losses).mean()) if losses else float("nan")

    # Files

    def checkpoint(self, path: Path) -> None:
        """Everything that the rest of the run depends on; written beside and moved, so that it is whole or absent."""
        state = {
            "plan": {name: getattr(self.plan, name) for name in self.plan.__struct_fields__},
            "learned": self.learned,
            "seconds": self.seconds,
            "games": self.games,
            "chance": self.chance.get_state(),
            "left": self.left,
            "students": {level: student.state() for level, student in self.students.items()},
        }
        part = path.with_suffix(".part")
        torch.save(state, part)
        part.replace(path)

    def restore(self, path: Path) -> None:
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.learned = state["learned"]
        self.seconds = state["seconds"]
        self.games = state["games"]
        self.chance.set_state(state["chance"].cpu())
        self.left = state["left"]
        for level, student in self.students.items():
            student.restore(state["students"][level])

    def export(self, folder: Path, about: dict[str, Any]) -> list[Path]:
        """Writes the weights of both levels."""
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for level, student in self.students.items():
            path = folder / f"{self.plan.game}-{level}.npz"
            save(path, self.plan.game, student.mean.arrays(), about)
            written.append(path)
        return written
