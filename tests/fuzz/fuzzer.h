// Runs a program in several setups and compares its results with the interpreter's, bit for bit. Each setup runs
// several NDRanges, with inaccessible pages around every buffer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../unit/compiler/run_kernel.h"
#include "children.h"
#include "lanewise/compiler.h"
#include "launch_case.h"

namespace lanewise::fuzz {

/// How a program is compiled.
struct Setup {
    std::uint32_t lanes = 0;  // 0 lets the planner choose
    const char* features = "avx512";
    compiler::Together together = compiler::Together::where_it_pays;
    bool optimize = true;
    compiler::Along along = compiler::Along::where_it_pays;
    compiler::KeptCalls kept_calls = compiler::KeptCalls::where_too_large;
};

std::string to_text(const Setup& setup);

/// Return all setups, and the few setups in which the program of `seed` runs. Over many seeds every setup is used.
std::vector<Setup> all_setups();
std::vector<Setup> setups_of(std::uint32_t seed);

/// Returns setups with every plan, all for one instruction set.
std::vector<Setup> plans_of(std::uint32_t seed);

/// Returns the setups in which functions are called instead of inlined.
std::vector<Setup> calls_of();

/// Result of a program. `refused` means that the front end rejects the source, and `no_code` that the compiler makes no
/// kernel from the IR.
enum class Outcome : std::uint8_t { right, wrong_result, no_code, died_compiling, died_running, hangs, refused };

/// State of the process that runs programs, which its parent reads when the process dies or hangs.
struct Progress {
    std::uint32_t seed = 0;
    Setup setup;
    bool is_running = false;  // true while a kernel runs, false while the compiler runs
    unsigned kernels = 0, vectorized = 0, launches = 0;
    unsigned verdicts[5] = {};
};

class Fuzzer {
public:
    explicit Fuzzer(Progress& progress);
    ~Fuzzer();

    /// Runs `program` in each setup. Prints the fault on stdout if there is one.
    Outcome run(const Program& program, std::uint32_t seed, const std::vector<Setup>& setups);

    /// A program that takes more CPU time counts as hanging.
    unsigned seconds_to_compile = 150, seconds_to_run = 20;

private:
    struct Buffers;

    Outcome run(const Program& program, const compiler::ProgramResult& built, std::uint32_t seed, const Setup& setup);
    std::string difference(const Program& program, const test::CompiledKernel& kernel, Children& children,
                           const LaunchCase& one, bool at_end);

    Progress& progress_;
    std::unique_ptr<Buffers> buffers_;
};

}  // namespace lanewise::fuzz
