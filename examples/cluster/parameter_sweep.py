#!/usr/bin/env python3
"""A sweep over parameters with Dask: each worker is a process with its own OpenCL context, which it makes once. A task
integrates many damped oscillators with different frequencies and the same damping.

Usage: parameter_sweep.py [SCHEDULER]. Without the address of a scheduler, two workers are started on this machine. The
exit code is 77 if a module is missing.
"""
import functools
import os
import sys

try:
    import numpy as np
    import pyopencl as cl
    from distributed import Client, LocalCluster
except ImportError as error:
    print(error)
    sys.exit(77)

STEPS, STEP = 400, 0.005

SOURCE = """
kernel void oscillate(global const float* frequencies, global float* positions, float damping, int steps, float step) {
    size_t i = get_global_id(0);
    float square = frequencies[i] * frequencies[i], x = 1.0f, v = 0.0f;
    for (int s = 0; s < steps; ++s) {
        v += step * (-square * x - damping * v);
        x += step * v;
    }
    positions[i] = x;
}
"""


@functools.lru_cache(maxsize=None)
def device():
    """Returns the queue and kernel of this process. They cannot be sent to other processes."""
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    return cl.CommandQueue(context), cl.Program(context, SOURCE).build().oscillate


def positions(damping, frequencies):
    queue, oscillate = device()
    flags = cl.mem_flags
    given = cl.Buffer(queue.context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=frequencies)
    found = cl.Buffer(queue.context, flags.WRITE_ONLY, frequencies.nbytes)
    oscillate(queue, frequencies.shape, None, given, found, np.float32(damping), np.int32(STEPS), np.float32(STEP))
    result = np.empty_like(frequencies)
    cl.enqueue_copy(queue, result, found)
    return os.getpid(), result


def expected_positions(damping, frequencies):
    x, v = np.ones(frequencies.shape), np.zeros(frequencies.shape)
    for _ in range(STEPS):
        v += STEP * (-frequencies.astype(np.float64) ** 2 * x - damping * v)
        x += STEP * v
    return x


def main():
    frequencies = np.linspace(0.5, 8, 5000, dtype=np.float32)
    dampings = np.linspace(0, 2, 24)
    if len(sys.argv) > 1:
        client = Client(sys.argv[1])
    else:
        client = Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
    with client:
        results = client.gather(client.map(positions, dampings, frequencies=frequencies))
    is_right = all(np.allclose(found, expected_positions(damping, frequencies), atol=2e-4)
                   for damping, (_, found) in zip(dampings, results))
    workers = len({process for process, _ in results})
    print(f"{len(dampings)} tasks on {workers} workers: the result is {'right' if is_right else 'wrong'}.")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
