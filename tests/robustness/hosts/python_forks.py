#!/usr/bin/env python3
"""Uses OpenCL in processes that Python's multiprocessing forks from a process that uses OpenCL itself.

usage: python_forks.py [ROUNDS]; exits with 77 when there is no pyopencl.
"""
import faulthandler
import multiprocessing
import sys
import threading

import with_pyopencl

with_pyopencl.ensure()
import numpy
import pyopencl as cl

SOURCE = "kernel void square(global int* p) { int i = (int)get_global_id(0); p[i] = i * i + SALT; }"


def compute(salt):
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build([f"-DSALT={salt}"], cache_dir=False)
    result = numpy.zeros(10_000, numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, result.nbytes)
    program.square(queue, result.shape, None, buffer)
    cl.enqueue_copy(queue, result, buffer)
    return bool((result == numpy.arange(10_000, dtype=numpy.int32) ** 2 + salt).all())


def main():
    faulthandler.dump_traceback_later(100, exit=True)
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    good = compute(0)
    stop = threading.Event()
    results = []

    def keep_computing(salt):
        while not stop.is_set():
            salt += 2
            results.append(compute(salt))

    users = [threading.Thread(target=keep_computing, args=(i,)) for i in range(2)]
    for user in users:
        user.start()
    forking = multiprocessing.get_context("fork")
    for i in range(rounds):
        with forking.Pool(4) as pool:
            good = good and all(pool.map(compute, range(i, i + 8)))
    stop.set()
    for user in users:
        user.join()
    good = good and all(results) and compute(1)
    print("good" if good else "bad")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
