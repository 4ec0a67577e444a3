"""PoCL's own tests (repository pocl/pocl): small kernels and regressions, most of them about barriers in control flow.

--sources: the repository; --built: a folder with a program for each file of tests/regression and tests/runtime, and
`kernel`, `run_kernel`, `image_query_funcs`, `sampler_address_clamp` of tests/kernel and tests/workgroup. Tests that
need a PoCL device are left out.
"""
import re

from suites.program import Program, all_of, content, same_lines, without

# Tests of PoCL's extensions and internals, tests that read SPIR-V files, and tests that need more than one device.
OF_POCL_ALONE = re.compile(r"dbk|pocl_|tensor|remote|migration|multi_device|test_version|test_dlopen|run_kernel|kernel$")

# (kernel file, groups, local size, expected output, whether the lines come in this order)
WORK_GROUPS = [
    ("implicit_barriers", "1 2 1 1", "implicit_barriers_1_2_1_1"),
    ("forloops", "2 2 1 1", "forloops_2_2_1_1"),
    ("loopbarriers", "1 4 1 1", "loopbarriers_1_4_1_1"),
    ("switch_case", "1 4 1 1", "switch_case_1_4_1_1"),
    ("tricky_for", "1 2 1 1", "tricky_for_1_2_1_1"),
    ("for_with_divergent_return", "1 6 1 1", "for_with_divergent_return_1_6_1_1"),
    ("cond_barriers_in_for", "2 4 1 1", "cond_barriers_in_for_2_4_1_1"),
    ("cond_barrier_in_var_for", "2 4 1 1", "cond_barrier_in_var_for_2_4_1_1"),
    ("basic_barriers", "2 2 2 2", "basic_barriers_2_2_2_2"),
    ("conditional_barriers", "1 2 1 1", "cond_barriers_1_2_1_1_loopvec"),
    ("conditional_barrier_dynamic", "1 16 1 1", "cond_barriers_dynamic_1_16_1_1_loopvec"),
    ("outerlooppar", "2 2 1 1", "outerlooppar_2_2_1_1"),
    ("for_bug", "1 2 1 1", "for_bug_1_2_1_1"),
    ("multilatch_bloop", "1 3 1 1", "multilatch_bloop_1_3_1_1"),
    ("issue_548", "1 2 1 1", "issue_548_1_2_1_1"),
    ("issue_1747", "2 2 1 1", "issue_1747"),
    ("ballot", "1 32 1 1", "ballot_1_32_1_1"),
    ("range_md", "1 13 1 1", None),
    ("range_md", "1000 128 1 1", None),
]

# Programs that need arguments: one run for each argument.
ARGUMENTS = {
    "test_shuffle": ["char", "uchar", "short", "ushort", "half", "int", "uint", "float", "long", "ulong", "double"],
    "test_alignment_with_dynamic_wg": ["1 1 4", "1 1 7", "2 2 5", "1 7 3", "1 8 3", "2 8 3", "3 3 2", "3 2 3"],
}
# Kernels that have their own program, because `kernel` cannot set arguments. PoCL's tests only compile one of the
# kernels.
OWN_PROGRAMS = {"test_image_query_funcs": "image_query_funcs", "test_sampler_address_clamp": "sampler_address_clamp"}
ONLY_COMPILED = ("test_ptr_compare",)


def work_group_programs(built, sources):
    folder = sources / "tests" / "workgroup"
    for kernel, sizes, expected in WORK_GROUPS:
        path = folder / f"{expected}.stdout"
        judge = same_lines(path, in_order=False) if expected and path.exists() else without(r"FAIL|[Ee]rror")
        command = [built / "run_kernel", f"tests/workgroup/{kernel}.cl", *sizes.split()]
        yield Program(f"workgroup/{kernel} {sizes}", command, folder, judge)


def kernel_programs(built, sources):
    folder = sources / "tests" / "kernel"
    for path in sorted(folder.glob("test_*.cl")):
        if path.stem in ONLY_COMPILED:
            continue
        expected = folder / f"{path.stem}_expout.txt"
        judge = same_lines(expected) if expected.exists() else without(r"FAIL|[Ee]rror")
        own = built / OWN_PROGRAMS.get(path.stem, "")
        command = [own] if own.is_file() else [built / "kernel", path.stem]
        yield Program(f"kernel/{path.stem}", command, folder, judge)


def programs(built, sources):
    yield from work_group_programs(built, sources)
    yield from kernel_programs(built, sources)
    folder = sources / "tests" / "regression"
    for path in sorted(built.glob("test_*")):
        if path.suffix or OF_POCL_ALONE.search(path.name):
            continue
        expected = folder / f"{path.name}.output"
        judge = all_of(without(r"\bFAIL|FAILED"), same_lines(expected) if expected.exists() else content)
        cwd = folder if any(folder.glob(f"{path.name}.c*")) else sources / "tests" / "runtime"
        for arguments in ARGUMENTS.get(path.name, [""]):
            yield Program(f"{path.name} {arguments}".strip(), [path, *arguments.split()], cwd, judge)
