#!/usr/bin/env python3
"""Runs kernels that fault in a Python process whose faulthandler is enabled before or after the first use of OpenCL.

usage: python_faults.py CASE, one of the functions below; exits with 77 when there is no pyopencl.

Every case runs in a child process (`python_faults.py CASE run`), because most cases end the process.
"""
import faulthandler
import os
import signal
import subprocess
import sys
import threading

import with_pyopencl

SOURCE = """
kernel void store(global int* out, int far) { out[get_global_id(0) + ((size_t)far << 36)] = 1; }
"""


class Session:
    def __init__(self):
        import numpy
        import pyopencl
        self.cl, self.numpy = pyopencl, numpy
        self.messages = []
        device = pyopencl.get_platforms()[0].get_devices()[0]
        self.context = pyopencl.Context([device])
        self.queue = pyopencl.CommandQueue(self.context)
        self.program = pyopencl.Program(self.context, SOURCE).build()
        self.buffer = pyopencl.Buffer(self.context, pyopencl.mem_flags.READ_WRITE, 1 << 20)

    def status(self, far, items=1000):
        """Launches the kernel, waits on this thread and returns the status; negative when the kernel faulted."""
        kernel = self.cl.Kernel(self.program, "store")
        event = kernel(self.queue, (items,), None, self.buffer, self.numpy.int32(far))
        try:
            event.wait()
        except self.cl.Error:
            pass
        return event.command_execution_status

    def works(self):
        result = self.numpy.zeros(1000, self.numpy.int32)
        good = self.status(0) == 0
        self.cl.enqueue_copy(self.queue, result, self.buffer)
        return good and bool((result == 1).all())


def fault(session, items=1000):
    return session.status(1, items) == session.cl.status_code.OUT_OF_RESOURCES


def fault_once(session):
    """Faults on one thread: a second thread's fault would end the process during Python's report of the first."""
    return fault(session, items=1)


def on_threads(session, rounds):
    """Faults on worker threads and on several host threads at once."""
    results = []

    def work():
        own = Session()
        results.append(all(fault(own, items) and own.works() for _ in range(rounds) for items in (1000, 200_000)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(results) == 4 and all(results) and fault(session) and session.works()


def enabled_before():
    """Another handler exists: the driver leaves the signal to it, and the process ends with Python's report."""
    faulthandler.enable()
    fault_once(Session())


def enabled_before_forced():
    """LANEWISE_FAULTS=1: kernels' faults end their launches; Python handles all other faults."""
    faulthandler.enable()
    session = Session()
    good = all(fault(session) and session.works() for _ in range(50)) and on_threads(session, 10)
    print("good" if good and faulthandler.is_enabled() else "bad", flush=True)
    faulthandler._sigsegv()


def enabled_after():
    """Python reports the fault once and passes it on: the launch ends, the process does not."""
    session = Session()
    faulthandler.enable()
    good = all(fault(session) and session.works() for _ in range(50)) and on_threads(session, 10)
    print("good" if good else "bad", flush=True)


def enabled_after_off():
    """LANEWISE_FAULTS=0: the process ends with Python's report."""
    session = Session()
    faulthandler.enable()
    fault_once(session)


def own_fault_after():
    """A fault of Python itself is reported and ends the process, even after faults of kernels."""
    session = Session()
    print("good" if fault(session) and session.works() else "bad", flush=True)
    faulthandler.enable()
    faulthandler._sigsegv()


def enabled_and_disabled():
    """Installs and removes handlers while programs are built and kernels fault."""
    session = Session()
    stop = threading.Event()
    results = []

    def build(salt):
        while not stop.is_set():
            salt += 2
            program = session.cl.Program(session.context, SOURCE + f"constant int salt_{salt} = {salt};").build()
            results.append(bool(session.cl.Kernel(program, "store")))

    builders = [threading.Thread(target=build, args=(i,)) for i in range(2)]
    for builder in builders:
        builder.start()
    good = True
    for _ in range(200):
        faulthandler.enable()
        good = good and session.works()
        faulthandler.disable()
        good = good and fault(session)
    stop.set()
    for builder in builders:
        builder.join()
    print("good" if good and results and all(results) else "bad", flush=True)


KILLED = -signal.SIGSEGV
# case: (environment, exit status, printed text, whether Python reports a fault)
CASES = {
    enabled_before: ({}, KILLED, "", True),
    enabled_before_forced: ({"LANEWISE_FAULTS": "1"}, KILLED, "good", True),
    enabled_after: ({}, 0, "good", True),
    enabled_after_off: ({"LANEWISE_FAULTS": "0"}, KILLED, "", True),
    own_fault_after: ({}, KILLED, "good", True),
    enabled_and_disabled: ({}, 0, "good", False),
}


def main():
    case = globals()[sys.argv[1]]
    if len(sys.argv) > 2:
        return case()
    with_pyopencl.ensure()
    variables, status, printed, told = CASES[case]
    environment = dict(os.environ, PYOPENCL_NO_CACHE="1", LANEWISE_CACHE="0", **variables)
    child = subprocess.run([sys.executable, __file__, sys.argv[1], "run"], env=environment, capture_output=True,
                           text=True, timeout=100)
    wrong = []
    if child.returncode != status:
        wrong.append(f"status {child.returncode} instead of {status}")
    if child.stdout.strip() != printed:
        wrong.append(f"printed {child.stdout!r} instead of {printed!r}")
    if ("Fatal Python error: Segmentation fault" in child.stderr) != told:
        wrong.append("a report of Python's is missing" if told else "Python reports a fault")
    if wrong:
        print("\n".join(wrong), child.stderr, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
