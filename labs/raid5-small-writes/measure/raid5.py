"""A RAID-5 array in memory that counts the reads and writes of its disks.

The array stores bytes: it computes parity, serves reads of a failed disk from the others, and checks after each run that
every block has the value that was written last, with all disks and with each disk missing. `python3 raid5.py > counts.csv`
writes all counts of the lab; the seeds are fixed, so that each run writes the same file.
"""

import random
import sys
from collections import OrderedDict


class Raid5:
    """One block a chunk and 4 bytes a block: the number of bytes makes no difference to the counts."""

    def __init__(self, disks, stripes, cache_blocks=0, failed=None):
        self.disks, self.stripes, self.failed = disks, stripes, failed
        self.blocks = [[0] * stripes for _ in range(disks)]
        self.cache, self.cache_blocks = OrderedDict(), cache_blocks
        self.reads = self.writes = 0

    def place(self, block):
        """The stripe, the disk of a block and the disk of its parity, which moves from stripe to stripe."""
        stripe, column = divmod(block, self.disks - 1)
        parity = stripe % self.disks
        return stripe, (parity + 1 + column) % self.disks, parity

    def keep(self, disk, stripe, value):
        """Keeps a block in the cache, which drops the block that was used least recently."""
        if self.cache_blocks == 0:
            return
        self.cache[disk, stripe] = value
        self.cache.move_to_end((disk, stripe))
        if len(self.cache) > self.cache_blocks:
            self.cache.popitem(last=False)

    def read(self, disk, stripe):
        assert disk != self.failed
        if (disk, stripe) in self.cache:
            value = self.cache[disk, stripe]
        else:
            self.reads += 1
            value = self.blocks[disk][stripe]
        self.keep(disk, stripe, value)
        return value

    def write(self, disk, stripe, value):
        assert disk != self.failed
        self.writes += 1
        self.blocks[disk][stripe] = value
        self.keep(disk, stripe, value)

    def update(self, block, value):
        """Writes one block: read, modify, write; with a failed disk, whatever is left to do."""
        stripe, disk, parity = self.place(block)
        if parity == self.failed:
            self.write(disk, stripe, value)
        elif disk == self.failed:
            others = [d for d in range(self.disks) if d not in (disk, parity)]
            new = value
            for other in others:
                new ^= self.read(other, stripe)
            self.write(parity, stripe, new)
        else:
            new = self.read(disk, stripe) ^ self.read(parity, stripe) ^ value
            self.write(disk, stripe, value)
            self.write(parity, stripe, new)

    def update_run(self, first, values):
        """Writes neighboring blocks of one stripe in the way that needs fewer reads."""
        stripe, _, parity = self.place(first)
        disks = [self.place(first + at)[1] for at in range(len(values))]
        others = [d for d in range(self.disks) if d not in (*disks, parity)]
        new = 0
        if len(others) <= len(disks) + 1:
            for disk in others:
                new ^= self.read(disk, stripe)
        else:
            new = self.read(parity, stripe)
            for disk in disks:
                new ^= self.read(disk, stripe)
        for disk, value in zip(disks, values):
            new ^= value
            self.write(disk, stripe, value)
        self.write(parity, stripe, new)

    def check(self, expected):
        """Reads every block directly, and from the other disks of its stripe if all of them work."""
        for block, value in expected.items():
            stripe, disk, _ = self.place(block)
            others = 0
            for other in range(self.disks):
                if other != disk:
                    others ^= self.blocks[other][stripe]
            can_rebuild = self.failed is None or disk == self.failed
            assert not can_rebuild or others == value, "a block cannot be rebuilt"
            assert disk == self.failed or self.blocks[disk][stripe] == value, "a block is lost"


def random_updates(disks, blocks, cache_blocks, failed, seed, warm, counted):
    """Writes single blocks at random, and returns reads and writes per write after a warm-up."""
    stripes = blocks // (disks - 1)
    array, chosen, expected = Raid5(disks, stripes, cache_blocks, failed), random.Random(seed), {}
    blocks = stripes * (disks - 1)
    for at in range(warm + counted):
        if at == warm:
            array.reads = array.writes = 0
        block, value = chosen.randrange(blocks), chosen.getrandbits(32)
        array.update(block, value)
        expected[block] = value
    array.check(expected)
    return array.reads / counted, array.writes / counted


def runs(disks, length):
    array, expected = Raid5(disks, 60), {}
    for stripe in range(60):
        values = [random.Random(stripe * 100 + at).getrandbits(32) for at in range(length)]
        first = stripe * (disks - 1)
        array.update_run(first, values)
        expected.update({first + at: value for at, value in enumerate(values)})
    array.check(expected)
    return array.reads / 60, array.writes / 60


def main(out):
    print("experiment,disks,cache_blocks,blocks_per_write,reads_per_write,writes_per_write", file=out)
    for disks in (5, 9):
        for cache in (0, 250, 500, 1000, 2000, 4000):
            reads, writes = random_updates(disks, 8000, cache, None, 1, 40_000, 40_000)
            print(f"cache,{disks},{cache},1,{reads:.4f},{writes:.4f}", file=out)
    for disks in (3, 5, 9, 17):
        reads, writes = random_updates(disks, 8000, 0, 1, 2, 0, 40_000)
        print(f"degraded,{disks},0,1,{reads:.4f},{writes:.4f}", file=out)
    for length in range(1, 9):
        reads, writes = runs(9, length)
        print(f"length,9,0,{length},{reads:.4f},{writes:.4f}", file=out)


if __name__ == "__main__":
    main(sys.stdout)
