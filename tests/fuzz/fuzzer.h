// Runs a program in one setup after another and compares its results bit for bit with the interpreter's. Each setup
// runs several NDRanges, with inaccessible pages around every buffer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../unit/compiler/run_kernel.h"
#include "children.h"
#include "lanewise/compiler.h"
#include "launch_case.h"

namespace lanewise::fuzz {

/// How a program is compiled and run.
struct Setup {
    std::uint32_t lanes = 0;  // 0: the planner chooses
    const char* features = "avx512";
    compiler::Together together = compiler::Together::where_it_pays;
    bool optimize = true;
    compiler::Along along = compiler::Along::where_it_pays;
    compiler::KeptCalls kept_calls = compiler::KeptCalls::where_too_large;
};

std::string to_text(const Setup& setup);

/// All setups, and those that `seed` runs in: few for each seed, but each setup with some seed.
std::vector<Setup> all_setups();
std::vector<Setup> setups_of(std::uint32_t seed);

/// Every plan, for one level of instructions.
std::vector<Setup> plans_of(std::uint32_t seed);

/// The setups in which functions stay called functions.
std::vector<Setup> calls_of();

/// `refused`: the front end rejects the source; `no_code`: the compiler makes no kernel of it.
enum class Outcome : std::uint8_t { right, wrong_result, no_code, died_compiling, died_running, hangs, refused };

/// State of a process that runs programs, for the process that waits for it.
struct Progress {
    std::uint32_t seed = 0;
    Setup setup;
    bool is_running = false;  // kernel code, not the compiler
    unsigned kernels = 0, vectorized = 0, launches = 0;
    unsigned verdicts[5] = {};
};

class Fuzzer {
public:
    explicit Fuzzer(Progress& progress);
    ~Fuzzer();

    /// Prints a fault on stdout, if there is one.
    Outcome run(const Program& program, std::uint32_t seed, const std::vector<Setup>& setups);

    /// A program that takes longer counts as hanging.
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
