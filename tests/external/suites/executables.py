"""A folder of test programs that report by their exit code: those of Boost.Compute, VexCL and ViennaCL.

--built: the folder of the programs. --sources: the folder they run in, where some find data.
"""
from suites.program import Program


def programs(built, sources):
    for path in sorted(built.iterdir()):
        if path.is_file() and path.stat().st_mode & 0o111:
            yield Program(path.name, [path], sources)
