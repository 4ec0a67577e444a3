// The compiler as the runtime sees it: OpenCL C in, IR and kernel signatures out; IR in, machine code
// out. No LLVM type and no OpenCL handle passes here. The library that implements it is loaded with
// dlopen at the first build (src/runtime/code/compiler_loader.cpp).
//
// A call that goes wrong inside, whatever the source, ends with a status and a log; the process and later calls go on.
//
// Thread-safety: every function may be called from any number of threads at once, with any stack; builds share no lock.
#pragma once

#include <csignal>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lanewise/kernel_info.h"
#include "lanewise/known_arguments.h"
#include "lanewise/program_variables.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// IR of a program or of a part of one: LLVM bitcode for spir64. Opaque to the runtime.
using Ir = std::vector<std::uint8_t>;

/// A header given to clCompileProgram, found by `#include` under `name`.
struct Header {
    std::string_view name;
    std::string_view source;
};

enum class Status : std::uint8_t {
    success,
    invalid_options,  // nothing was compiled; the log says which option
    failed,           // the log says why
    out_of_memory,    // it may succeed another time
};

struct ProgramResult {
    Status status = Status::failed;
    std::string log;  // empty, or lines ended by '\n'
    Ir ir;
    std::vector<KernelInfo> kernels;  // in source order; empty for a compiled, not yet linked object
    ProgramVariables variables;       // in the global address space; of a program only
    bool is_library = false;          // made with -create-library
};

struct KernelResult {
    Status status = Status::failed;
    std::string log;
    KernelCode code;
};

/// Whether neighbours are computed together: several rows of a chunk (widen/widen.h), or two work-items of a kernel
/// with one lane (widen/pair_items.h).
enum class Together : std::uint8_t {
    where_it_pays,
    never,
    where_possible,  // for tests
};

/// Which functions stay functions that a kernel of one lane calls.
enum class KeptCalls : std::uint8_t {
    where_too_large,  // those whose copies would make the kernel too large
    where_possible,   // for tests
};

/// What machine code is to run. Full and partial chunks (docs/ir.md, "Stages of one kernel") are different code, and
/// many programs never have any of the latter.
enum class Chunks : std::uint8_t {
    all,
    full,     // full ones, where the others are much code besides: see KernelCode::whole_lanes
    partial,  // what was then left out
};

/// How many work-items sub-groups have.
enum class SubGroupPlan : std::uint8_t {
    lanes,   // as many as the kernel requires, or as the target has lanes; a kernel that cannot be compiled so fails
    single,  // one, unless the kernel requires more
};

/// Which work-items lie next to each other on the lanes (docs/design.md, "Which work-items share a chunk").
enum class Along : std::uint8_t {
    where_it_pays,  // the dimension that the kernel goes through memory along
    dimension_0,
    dimension_1,
    dimension_2,
    linear_id,  // through all dimensions: rows may be shorter than there are lanes
};

/// The launches that code is compiled for, and so how long compiling it may take.
enum class Effort : std::uint8_t {
    full,   // many: the fastest code
    first,  // those that wait for it, unless they are long (ExpectedLaunches): see KernelCode::provisional
};

/// What is known of the launches that code is made for. A compilation asks when its code comes to depend on the answer:
/// by then more may be known than when it began.
class ExpectedLaunches {
public:
    /// Whether arguments point into one object, at least one of which is among `written`, as bits.
    virtual bool share_objects(std::uint64_t written) const noexcept = 0;

    /// Whether one launch is worth compiling for longer, if each work-item calls larger builtins so many times.
    virtual bool are_long(unsigned calls) const noexcept = 0;

    /// Whether the size of some work-groups of a short launch along `dimension` is no multiple of `unit`.
    /// `any_grouping`: the device may choose other work-groups (KernelCode::any_grouping).
    virtual bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept = 0;

protected:
    ~ExpectedLaunches() = default;
};

/// What to compile machine code for.
struct CodeOptions {
    Target target;
    std::uint32_t vector_width = 0;  // 0: the planner chooses; 1, 8, 16, 32, 64: forced
    bool large_launch = false;       // for launches beyond small_id_bound or small_object_bound (KernelCode)
    bool shared_objects = false;     // for launches whose arguments share objects (KernelCode::written_apart)
    const ExpectedLaunches* launches = nullptr;  // null: nothing is known; outlives the call
    Chunks chunks = Chunks::all;
    SubGroupPlan sub_groups = SubGroupPlan::lanes;
    Along along = Along::where_it_pays;           // kernels that can tell (sub-groups) have dimension_0 or linear_id
    bool optimize = true;                         // false: with the fewest passes, as after -cl-opt-disable
    Together together = Together::where_it_pays;  // with lanes forced, work-items run together only where possible
    KeptCalls kept_calls = KeptCalls::where_too_large;
    Effort effort = Effort::full;
    KnownArguments known{};     // code is only for launches with these
    std::string dump_folder{};  // where the IR behind each stage and the assembly are written; empty: nowhere
};

using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);

class Compiler {
public:
    /// To be called before all else. False when there was no memory for what a process has once: there is nothing
    /// that this object could do then, and only another copy of the library can try again. `last` is the signal handler
    /// to which faults come that are not the compiler's and that no other handler does anything about; may be null.
    virtual bool prepare(FaultHandler last) const = 0;

    /// Source to IR (clCompileProgram). `options` is the OpenCL option string, as the user gave it.
    virtual ProgramResult compile(std::string_view source, std::string_view options,
                                  std::span<const Header> headers) const = 0;

    /// Objects to a program or library (clLinkProgram). `options` are link options.
    virtual ProgramResult link(std::span<const Ir* const> objects, std::string_view options) const = 0;

    /// Source to program (clBuildProgram): the same as compile and link, without the detour.
    virtual ProgramResult build(std::string_view source, std::string_view options) const = 0;

    /// Whether clBuildProgram takes these options: success or invalid_options.
    virtual ProgramResult check_options(std::string_view options) const = 0;

    /// IR of a program binary: checks that it is IR this compiler reads and lists its kernels again.
    virtual ProgramResult load(std::span<const std::uint8_t> ir) const = 0;

    /// Those kernels of a linked program, and what they need: compile_kernel makes the same of each of them as of the
    /// whole program. Empty when that fails.
    virtual Ir extract(const Ir& program, std::span<const std::string_view> kernels) const = 0;

    /// Machine code of one kernel of a linked program.
    virtual KernelResult compile_kernel(const Ir& program, std::string_view kernel,
                                        const CodeOptions& options) const = 0;

protected:
    ~Compiler() = default;
};

inline constexpr std::uint32_t interface_version = 11;

/// Name of the one symbol that the compiler library exports, and its type: returns nullptr when the
/// library implements another version. The object lives as long as the process.
inline constexpr const char* entry_symbol = "lanewise_compiler";
using EntryFunction = const Compiler* (*)(std::uint32_t version);

}  // namespace lanewise::compiler
