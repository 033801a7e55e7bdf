"""Memory that several processes share.

Python's shared arrays are files in the folder for shared memory, or, where that is small, in the folder for temporary
files: then every change is written to a disk. On Linux there is memory without a folder, which this takes.
"""

from __future__ import annotations

import mmap
import os
from multiprocessing import reduction
from multiprocessing.context import BaseContext
from typing import Any


class Memory:
    """So many bytes of memory, which travel to a process that is being started."""

    def __init__(self, size: int, descriptor: int = -1) -> None:
        if descriptor < 0:
            descriptor = os.memfd_create("moustaches")
            os.ftruncate(descriptor, size)
        self.size = size
        self.descriptor = descriptor
        self.bytes = mmap.mmap(descriptor, size)

    def __reduce__(self) -> Any:
        return arrived, (self.size, reduction.DupFd(self.descriptor))

    def __del__(self) -> None:
        os.close(self.descriptor)


def arrived(size: int, descriptor: Any) -> Memory:
    """The memory in the process that was started."""
    return Memory(size, descriptor.detach())


def share(size: int, context: BaseContext) -> Any:
    """So many bytes, as something that NumPy can read and the context's processes can be given."""
    return Memory(size) if hasattr(os, "memfd_create") else context.RawArray("b", size)


def buffer(memory: Any) -> Any:
    """The bytes themselves."""
    return memory.bytes if isinstance(memory, Memory) else memory
