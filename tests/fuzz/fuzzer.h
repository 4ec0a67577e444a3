// Runs a program in several setups and compares its results with those of the interpreter, bit for bit. The program
// runs on several NDRanges in each setup, with inaccessible pages around every buffer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../unit/compiler/run_kernel.h"
#include "children.h"
#include "lanewise/compiler.h"
#include "launch_case.h"

namespace lanewise::fuzz {

/// The options with which a program is compiled.
struct Setup {
    std::uint32_t lanes = 0;  // number of lanes; if 0, the planner chooses it
    const char* features = "avx512";
    compiler::Together together = compiler::Together::where_it_pays;
    bool optimize = true;
    compiler::Along along = compiler::Along::where_it_pays;
    compiler::KeptCalls kept_calls = compiler::KeptCalls::where_too_large;
};

std::string to_text(const Setup& setup);

/// all_setups() returns all setups. setups_of() returns the few setups in which the program of `seed` runs; many seeds
/// together use every setup.
std::vector<Setup> all_setups();
std::vector<Setup> setups_of(std::uint32_t seed);

/// Returns setups with every plan, all for one instruction set.
std::vector<Setup> plans_of(std::uint32_t seed);

/// Returns the setups in which functions are called instead of inlined.
std::vector<Setup> calls_of();

/// Result of a program. `refused` means that the front end rejects the program. `no_code` means that the compiler
/// cannot make a kernel from the IR. `not_translated` means that the command that compiles the source to SPIR-V has
/// failed.
enum class Outcome : std::uint8_t {
    right,
    wrong_result,
    no_code,
    died_compiling,
    died_running,
    hangs,
    refused,
    not_translated
};

/// State of the process that runs programs. The parent of this process reads the state when the process dies or hangs.
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

    /// Runs `program` in each setup. Prints the fault, if any, on stdout.
    Outcome run(const Program& program, std::uint32_t seed, const std::vector<Setup>& setups);

    /// Limits of CPU time; a program that takes more time is considered to hang.
    unsigned seconds_to_compile = 150, seconds_to_run = 20;

    /// A command that compiles a source file to a SPIR-V file; the names of both files are appended to the command. If
    /// the command is empty, the driver's front end compiles the source.
    std::string translator;

private:
    struct Buffers;

    compiler::ProgramResult build(const std::string& source, std::uint32_t seed, bool optimize) const;
    Outcome run(const Program& program, const compiler::ProgramResult& built, std::uint32_t seed, const Setup& setup);
    std::string difference(const Program& program, const test::CompiledKernel& kernel, Children& children,
                           const LaunchCase& one, bool at_end);

    Progress& progress_;
    std::unique_ptr<Buffers> buffers_;
};

}  // namespace lanewise::fuzz
