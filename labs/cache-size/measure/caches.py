"""Caches in memory that store the bytes of a disk, and count their hits.

Each cache serves reads of blocks, and each answer is compared with the disk. It shares no code with the engine of the lab.
`python3 caches.py > counts.csv` writes all counts; the seeds are fixed, so that each run writes the same file.
"""

import heapq
import random
import sys
from bisect import bisect_left
from collections import OrderedDict, deque
from itertools import accumulate

BLOCKS = 2_000
SKEW = 0.8
LOOP = 200
WARM_UP, COUNTED = 100_000, 300_000


def content(block):
    """The bytes of a block on the disk."""
    return (block * 2_654_435_761 & 0xFFFFFFFF).to_bytes(4, "big")


class Cache:
    """A cache of `size` blocks. Each policy decides what `drop` removes."""

    def __init__(self, size):
        self.size, self.held = size, {}

    def read(self, block):
        """Returns the bytes of a block, and whether the cache had them."""
        if block in self.held:
            self.use(block)
            return self.held[block], True
        if self.size > 0:
            if len(self.held) == self.size:
                self.drop()
            self.held[block] = content(block)
            self.insert(block)
        return content(block), False


class Lru(Cache):
    def __init__(self, size):
        super().__init__(size)
        self.order = OrderedDict()

    def use(self, block):
        self.order.move_to_end(block)

    def insert(self, block):
        self.order[block] = None

    def drop(self):
        del self.held[self.order.popitem(last=False)[0]]


class Fifo(Cache):
    def __init__(self, size):
        super().__init__(size)
        self.order = deque()

    def use(self, block):
        pass

    def insert(self, block):
        self.order.append(block)

    def drop(self):
        del self.held[self.order.popleft()]


class Clock(Fifo):
    """A block that was used again gets a second chance."""

    def __init__(self, size):
        super().__init__(size)
        self.used = set()

    def use(self, block):
        self.used.add(block)

    def drop(self):
        while self.order[0] in self.used:
            self.used.remove(self.order[0])
            self.order.rotate(-1)
        super().drop()


class TwoQ(Cache):
    """Johnson and Shasha's 2Q: a quarter of the cache for new blocks, and half as many numbers as blocks."""

    def __init__(self, size):
        super().__init__(size)
        self.new, self.main, self.gone = OrderedDict(), OrderedDict(), OrderedDict()
        self.returns = False

    def read(self, block):
        self.returns = block in self.gone
        self.gone.pop(block, None)
        return super().read(block)

    def use(self, block):
        if block in self.main:
            self.main.move_to_end(block)

    def insert(self, block):
        (self.main if self.returns else self.new)[block] = None

    def drop(self):
        if len(self.new) > max(1, self.size // 4) or not self.main:
            block = self.new.popitem(last=False)[0]
            self.gone[block] = None
            if len(self.gone) > self.size // 2:
                self.gone.popitem(last=False)
        else:
            block = self.main.popitem(last=False)[0]
        del self.held[block]


class Best(Cache):
    """Drops the block whose next use is farthest away; it must know all requests."""

    def __init__(self, size, requests):
        super().__init__(size)
        self.next_use, last = [0] * len(requests), {}
        for at in range(len(requests) - 1, -1, -1):
            self.next_use[at] = last.get(requests[at], len(requests))
            last[requests[at]] = at
        self.at, self.known, self.far = 0, {}, []

    def read(self, block):
        answer = super().read(block)
        self.known[block] = self.next_use[self.at]
        heapq.heappush(self.far, (-self.next_use[self.at], block))
        self.at += 1
        return answer

    def use(self, block):
        pass

    insert = use

    def drop(self):
        while True:
            when, block = heapq.heappop(self.far)
            if block in self.held and self.known[block] == -when:
                del self.held[block]
                return


def users_and_scan(scan_share, seed):
    """Requests of users, who prefer some blocks, and of a scan, which reads each block once."""
    draw, sums = random.Random(seed), list(accumulate(place**-SKEW for place in range(1, BLOCKS + 1)))
    requests, next_block = [], BLOCKS
    for _ in range(WARM_UP + COUNTED):
        if draw.random() < scan_share:
            requests.append(next_block)
            next_block += 1
        else:
            requests.append(bisect_left(sums, draw.random() * sums[-1]))
    return requests


def count(cache, requests, counts=lambda block: block < BLOCKS):
    """Returns the hit ratio in percent after the warm-up."""
    hits = total = 0
    for at, block in enumerate(requests):
        data, is_hit = cache.read(block)
        assert data == content(block) and len(cache.held) <= cache.size
        if at >= WARM_UP and counts(block):
            total, hits = total + 1, hits + is_hit
    return 100 * hits / total


def main(out):
    print("experiment,at,policy,hit_percent", file=out)
    requests = users_and_scan(0, 1)
    for size in (20, 50, 100, 200, 400, 800):
        for name, cache in (("lru", Lru(size)), ("fifo", Fifo(size)), ("clock", Clock(size)), ("twoq", TwoQ(size)), ("optimal", Best(size, requests))):
            print(f"sizes,{size},{name},{count(cache, requests):.2f}", file=out, flush=True)
    for percent in (0, 25, 50, 75):
        requests = users_and_scan(percent / 100, 2)
        for name, cache in (("lru", Lru(200)), ("twoq", TwoQ(200))):
            print(f"scan,{percent},{name},{count(cache, requests):.2f}", file=out, flush=True)
    requests = [at % LOOP for at in range(WARM_UP + COUNTED)]
    for size in (100, 180, 199, 200):
        for name, cache in (("lru", Lru(size)), ("twoq", TwoQ(size)), ("optimal", Best(size, requests))):
            print(f"loop,{size},{name},{count(cache, requests):.2f}", file=out, flush=True)


if __name__ == "__main__":
    main(sys.stdout)
