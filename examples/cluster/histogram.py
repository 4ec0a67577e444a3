#!/usr/bin/env python3
"""The reduction of histogram.cpp with mpi4py and pyopencl: MPI adds the counts of all ranks in the mapped memory of a
buffer.

Usage: mpirun -n RANKS python3 histogram.py. The exit code is 77 if a module is missing.
"""
import sys
import traceback

try:
    import numpy as np
    import pyopencl as cl
    from mpi4py import MPI
except ImportError as error:
    print(error)
    sys.exit(77)

BINS, NUMBERS = 1 << 12, 1 << 20

SOURCE = """
kernel void count(global uint* counts, uint bins) {
    uint i = get_global_id(0);
    atomic_inc(&counts[(i * 0x45d9f3bu >> 7) % bins]);
}
"""


def expected_counts():
    numbers = np.arange(NUMBERS, dtype=np.uint32) * np.uint32(0x45d9f3b) >> np.uint32(7)
    return np.bincount(numbers % BINS, minlength=BINS)


def main():
    world = MPI.COMM_WORLD
    rank, ranks = world.Get_rank(), world.Get_size()
    begin = NUMBERS * rank // ranks
    end = NUMBERS * (rank + 1) // ranks

    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build()
    counts = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=np.zeros(BINS, np.uint32))
    program.count(queue, (end - begin,), None, counts, np.uint32(BINS), global_offset=(begin,))

    mapped, _ = cl.enqueue_map_buffer(queue, counts, cl.map_flags.READ | cl.map_flags.WRITE, 0, BINS, np.uint32)
    world.Allreduce(MPI.IN_PLACE, mapped, MPI.SUM)
    mapped.base.release(queue)

    sums = np.empty(BINS, np.uint32)
    cl.enqueue_copy(queue, sums, counts)
    is_right = world.allreduce(np.array_equal(sums, expected_counts()), MPI.LAND)
    if rank == 0:
        print("The counts are", "right." if is_right else "wrong.")
    return 0 if is_right else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception:  # otherwise the other ranks would wait for this rank forever
        traceback.print_exc()
        MPI.COMM_WORLD.Abort(1)
