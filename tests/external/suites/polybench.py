"""PolyBench's kernels for OpenCL (repository cavazos-lab/PolyBench-ACC), each compared with its C version.

--built: a folder for each benchmark with its kernels and its program, built to check small data.
"""
from suites.program import Program, with_line


def programs(built, _sources):
    for folder in sorted(p for p in built.iterdir() if (p / p.name).is_file()):
        judge = with_line(r"(Non-Matching CPU-GPU Outputs.*|Number of misses): 0\s*$")
        yield Program(folder.name, [folder / folder.name], folder, judge)
