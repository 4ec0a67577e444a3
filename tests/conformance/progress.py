"""Draws a progress bar on a terminal. Prints one line for every result that is not a pass, with or without a
terminal."""
import sys
import time


class Progress:
    def __init__(self, total):
        self.total = total
        self.done = 0
        self.counts = {}
        self.begin = time.monotonic()
        self.is_terminal = sys.stdout.isatty()

    def step(self, entry):
        self.done += 1
        result = entry["result"]
        self.counts[result] = self.counts.get(result, 0) + 1
        if result not in ("pass", "skip"):
            self._clear()
            print(f"{result}: {entry['suite']} {entry['test']} ({entry['seconds']} s)", flush=True)
        if self.is_terminal:
            self._draw(entry)
        elif self.done % 50 == 0:
            print(f"{self.done} of {self.total} done", flush=True)

    def finish(self):
        self._clear()

    def _draw(self, entry):
        filled = 30 * self.done // max(self.total, 1)
        elapsed = time.monotonic() - self.begin
        left = elapsed / self.done * (self.total - self.done)
        counts = ", ".join(f"{n} {r}" for r, n in sorted(self.counts.items()))
        line = f"[{'#' * filled}{'.' * (30 - filled)}] {self.done}/{self.total} {counts}; " \
               f"about {left / 60:.0f} min left; {entry['suite']} {entry['test']}"
        sys.stdout.write("\r\x1b[K" + line[:160])
        sys.stdout.flush()

    def _clear(self):
        if self.is_terminal:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()
