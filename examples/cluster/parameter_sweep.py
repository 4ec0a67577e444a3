#!/usr/bin/env python3
"""A sweep over parameters with Dask: each worker is a process with its own OpenCL context, which it makes once. A task
integrates many damped oscillators with different frequencies and the same damping.

Usage: parameter_sweep.py [SCHEDULER]. SCHEDULER is the address of a scheduler, or a file that a scheduler wrote
(--scheduler-file). Without it, two workers are started on this machine. The exit code is 77 if a module is missing.
"""
import os
import sys

try:
    import numpy as np
    import pyopencl as cl
    from distributed import Client, LocalCluster, get_worker
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


def device():
    """Returns the queue and kernel of this worker. They cannot be sent to other processes, so the worker keeps them."""
    worker = get_worker()
    if not hasattr(worker, "oscillator"):
        context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
        worker.oscillator = cl.CommandQueue(context), cl.Program(context, SOURCE).build().oscillate
    return worker.oscillator


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
        is_file = os.path.exists(sys.argv[1])
        client = Client(scheduler_file=sys.argv[1]) if is_file else Client(sys.argv[1])
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
