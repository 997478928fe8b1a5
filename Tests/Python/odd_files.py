# SPDX-License-Identifier: BSD-3-Clause
"""Files in memory that count reads, or fail."""
import io


class FailingFile(io.BytesIO):
    """Fails after a number of reads, once or permanently; None means never."""

    def __init__(self, data, left=None, exception=OSError("the disk is gone"), once=False):
        super().__init__(data)
        self.left, self.exception, self.once = left, exception, once

    def read(self, size=-1):
        if self.left is not None:
            self.left -= 1
            if self.left == -1 or self.left < 0 and not self.once:
                raise self.exception
        return super().read(size)


class CountingFile(io.BytesIO):
    read_bytes = 0

    def read(self, size=-1):
        data = super().read(size)
        self.read_bytes += len(data)
        return data

    readinto = None
