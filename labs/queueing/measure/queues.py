"""Simulates one queue and a closed network, request by request, and prints what it counted as CSV.

It shares no code with the engine of the lab. Usage: python3 queues.py > counts.csv
"""

import heapq
import random

SERVICE_S = 0.010
THINK_S = 0.5
CPU_S, CPU_VISITS = 0.005, 3
DISK_S, DISK_VISITS = 0.010, 2


def one_queue(utilization, constant, requests=4_000_000, seed=1):
    """Returns the mean response time in s of one server with arrivals at random."""
    draw = random.Random(seed).expovariate
    rate = utilization / SERVICE_S
    wait = total = 0.0
    for _ in range(requests):
        service = SERVICE_S if constant else draw(1 / SERVICE_S)
        total += wait + service
        # The next request waits for what is left when it arrives.
        wait = max(0.0, wait + service - draw(rate))
    return total / requests


def closed_network(users, requests=400_000, warm_up=20_000, seed=1):
    """Returns requests/s, the mean response time in s and the utilization of the disk.

    Users think, and then alternate between processor and disk, first come, first served, with exponential times.
    """
    draw = random.Random(seed).expovariate
    route = ["cpu", "disk"] * DISK_VISITS + ["cpu"] * (CPU_VISITS - DISK_VISITS)
    service = {"cpu": CPU_S, "disk": DISK_S}
    queues = {"cpu": [], "disk": []}
    events, order = [], 0  # of (time, order, kind, request); a request is [start, index of its visit]

    def schedule(time, kind, request):
        nonlocal order
        order += 1
        heapq.heappush(events, (time, order, kind, request))

    def begin(now, station):
        schedule(now + draw(1 / service[station]), station, queues[station][0])

    def join(now, request):
        station = route[request[1]]
        queues[station].append(request)
        if len(queues[station]) == 1:
            begin(now, station)

    for _ in range(users):
        schedule(draw(1 / THINK_S), "thought", [0.0, 0])
    done, responses, busy_s, begun_s, counted_from = 0, 0.0, 0.0, None, 0.0
    while done < warm_up + requests:
        now, _, kind, request = heapq.heappop(events)
        if kind == "thought":
            request[:] = [now, 0]
            join(now, request)
        else:
            queue = queues[kind]
            queue.pop(0)
            if queue:
                begin(now, kind)
            request[1] += 1
            if request[1] < len(route):
                join(now, request)
            else:
                done += 1
                if done > warm_up:
                    responses += now - request[0]
                elif done == warm_up:
                    counted_from, busy_s = now, 0.0
                schedule(now + draw(1 / THINK_S), "thought", request)
        # The disk is busy from the first request in its queue to the moment that leaves the queue empty.
        if queues["disk"] and begun_s is None:
            begun_s = now
        elif not queues["disk"] and begun_s is not None:
            busy_s += now - max(begun_s, counted_from)
            begun_s = None
    if begun_s is not None:
        busy_s += now - max(begun_s, counted_from)
    elapsed = now - counted_from
    return requests / elapsed, responses / requests, busy_s / elapsed


if __name__ == "__main__":
    print("experiment,at,what,value")
    for percent in (10, 30, 50, 70, 80, 90):
        for name, constant in (("exponential", False), ("constant", True)):
            print(f"line,{percent},{name}_ms,{one_queue(percent / 100, constant) * 1000:.2f}", flush=True)
    for users in (1, 10, 20, 30, 40, 60):
        rate, response, busy = closed_network(users)
        print(f"system,{users},requests_per_s,{rate:.2f}")
        print(f"system,{users},response_ms,{response * 1000:.1f}")
        print(f"system,{users},disk_busy_percent,{busy * 100:.1f}", flush=True)
