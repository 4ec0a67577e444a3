#!/usr/bin/env python3
"""The stencil of halo_exchange.cpp with mpi4py and pyopencl. Kernels and MPI use the same arrays, which lie in
fine-grained shared virtual memory.

Usage: mpirun -n RANKS python3 halo_exchange.py. The exit code is 77 if a module is missing.
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

ROWS, COLUMNS, STEPS = 258, 384, 60

SOURCE = """
#pragma OPENCL FP_CONTRACT OFF
kernel void relax(global const float* in, global float* out, uint columns) {
    size_t at = get_global_id(1) * columns + get_global_id(0);
    out[at] = 0.25f * ((in[at - 1] + in[at + 1]) + (in[at - columns] + in[at + columns]));
}
"""


def first_values(begin, end):
    rows, columns = np.mgrid[begin:end, 0:COLUMNS]
    return ((rows * 37 + columns * 101) % 257).astype(np.float32)


def expected_grid():
    grid = first_values(0, ROWS)
    quarter = np.float32(0.25)
    for _ in range(STEPS):
        inner = quarter * ((grid[1:-1, :-2] + grid[1:-1, 2:]) + (grid[:-2, 1:-1] + grid[2:, 1:-1]))
        grid[1:-1, 1:-1] = inner
    return grid


def main():
    world = MPI.COMM_WORLD
    rank, ranks = world.Get_rank(), world.Get_size()
    if ranks > ROWS - 2:
        sys.exit(f"{ranks} ranks are more than the {ROWS - 2} inner rows of the grid.")
    above = rank - 1 if rank > 0 else MPI.PROC_NULL
    below = rank + 1 if rank + 1 < ranks else MPI.PROC_NULL
    begin = 1 + (ROWS - 2) * rank // ranks
    count = 1 + (ROWS - 2) * (rank + 1) // ranks - begin

    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    relax = cl.Program(context, SOURCE).build().relax
    old, new = (cl.fsvm_empty(context, (count + 2, COLUMNS), np.float32) for _ in range(2))
    old[:] = new[:] = first_values(begin - 1, begin + count + 1)

    def compute_rows(first, number):
        relax(queue, (COLUMNS - 2, number), None, cl.SVM(old), cl.SVM(new), np.uint32(COLUMNS),
              global_offset=(1, first))

    for _ in range(STEPS):
        compute_rows(1, 1)
        compute_rows(count, 1)
        queue.finish()
        requests = [world.Irecv(new[0], above, 1), world.Irecv(new[count + 1], below, 0),
                    world.Isend(new[1], above, 0), world.Isend(new[count], below, 1)]
        if count > 2:
            compute_rows(2, count - 2)
        queue.finish()
        MPI.Request.Waitall(requests)
        old, new = new, old

    is_right = np.array_equal(old[1:-1], expected_grid()[begin:begin + count])
    is_right = world.allreduce(is_right, MPI.LAND)
    if rank == 0:
        print("The result is", "right." if is_right else "wrong.")
    return 0 if is_right else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception:  # otherwise the other ranks would wait for this rank forever
        traceback.print_exc()
        MPI.COMM_WORLD.Abort(1)
