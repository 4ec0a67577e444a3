"""SHOC (repository vetter/shoc): benchmarks, most of which check their results.

--built: a build folder. The programs of src/opencl/level1 and level2 run with the smallest problem, one pass each.
Triad, GEMM and S3D check nothing: only the run itself counts.
"""
from suites.program import Program, all_of, content, with_line, without

PASSED = with_line(r"Passed")
JUDGES = {"BFS": PASSED, "FFT": PASSED, "MD": PASSED, "Reduction": PASSED, "Scan": PASSED, "Sort": PASSED}


def programs(built, _sources):
    for level in ("level1", "level2"):
        for folder in sorted((built / "src" / "opencl" / level).iterdir()):
            for path in sorted(folder.iterdir()) if folder.is_dir() else []:
                if path.suffix or not path.stat().st_mode & 0o111 or path.is_dir():
                    continue
                judge = all_of(without(r"FAILED|Failed|[Ee]rror:|CL_[A-Z_]+ERROR"), JUDGES.get(path.name, content))
                yield Program(path.name, [path, "-s", "1", "-n", "1"], folder, judge)
