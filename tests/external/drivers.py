"""The drivers under test. Each program runs on a driver in its own processes.

A driver is given as NAME=ICD_FILE, or NAME=ICD_FILE:LIBRARY_PATH for a driver that needs an LD_LIBRARY_PATH. After @
follow variables for the environment: `narrow=build/vendors/lanewise.icd@LANEWISE_VECTOR_WIDTH=1`.
"""
import dataclasses
import math
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

OK, FAILED, CRASHED, TIMED_OUT = "ok", "failed", "crashed", "timed out"


@dataclasses.dataclass(frozen=True)
class Driver:
    name: str
    icd: pathlib.Path
    library_path: str = ""
    variables: tuple = ()

    def varied(self, name, **variables):
        """Returns the same driver under another name, with more variables."""
        return Driver(name, self.icd, self.library_path, (*self.variables, *variables.items()))

    def environment(self, folder):
        """Returns the environment of a process that finds only this driver. The loader's folder is made in `folder`."""
        vendors = pathlib.Path(folder) / ("vendors-" + self.icd.stem + str(abs(hash(self.icd))))
        vendors.mkdir(exist_ok=True)
        (vendors / self.icd.name).write_text(self.icd.read_text())
        environment = dict(os.environ, OCL_ICD_VENDORS=str(vendors), **dict(self.variables))
        if self.library_path:
            environment["LD_LIBRARY_PATH"] = self.library_path
        return environment


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The outcome of one process: OK, FAILED (by its exit code), CRASHED or TIMED_OUT."""
    verdict: str
    reason: str
    output: str
    seconds: float


def parse_driver(text):
    name, separator, rest = text.partition("=")
    location, *variables = rest.split("@")
    icd, _, library_path = location.partition(":")
    if not separator or not pathlib.Path(icd).is_file():
        raise ValueError(f"not NAME=ICD_FILE: {text}")
    pairs = tuple(tuple(v.partition("=")[::2]) for v in variables)
    return Driver(name, pathlib.Path(icd).resolve(), library_path, pairs)


def bound(seconds, gigabytes):
    """For preexec_fn: limits the CPU time and memory of a program that runs away."""
    limit = int(gigabytes * (1 << 30))
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    whole = math.ceil(seconds)  # a limit of 0 s ends some processes at once
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def cpu_ticks(group):
    """Returns the CPU time of a process group so far, in ticks of the system's clock."""
    ticks = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # the process has ended in the meantime
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def wait(process, seconds):
    """Waits for the process's output while its group uses at least 1/100 of a CPU in each interval of `seconds`."""
    before = 0
    while True:
        try:
            return process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            now = cpu_ticks(process.pid)
            if now - before < seconds * os.sysconf("SC_CLK_TCK") / 100:
                raise
            before = now


def run(command, driver, timeout, cwd=None, gigabytes=12):
    """Runs `command` on `driver`; its whole process group ends with the command or at the time limit.

    The limit counts CPU time, so that a busy machine changes no verdict. A process that waits for ever is ended when it
    has used almost no CPU time during ten times the limit of wall time.
    """
    with tempfile.TemporaryDirectory(prefix="external-") as folder:
        begin = time.monotonic()
        process = subprocess.Popen(command, env=driver.environment(folder), cwd=cwd, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                                   start_new_session=True, preexec_fn=lambda: bound(timeout, gigabytes))
        try:
            output, errors = wait(process, 10 * timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return Outcome(TIMED_OUT, f"over {10 * timeout:g} s, waiting", output, time.monotonic() - begin)
        seconds = time.monotonic() - begin
    return outcome_of(process.returncode, output, errors, seconds, timeout)


def outcome_of(code, output, errors, seconds, timeout):
    if code == -signal.SIGXCPU:
        return Outcome(TIMED_OUT, f"over {timeout:g} s of CPU time", output, seconds)
    if code < 0:
        return Outcome(CRASHED, signal.Signals(-code).name, output, seconds)
    if code:
        return Outcome(FAILED, f"exit code {code}: {last_line(errors) or last_line(output)}", output, seconds)
    return Outcome(OK, "", output, seconds)
