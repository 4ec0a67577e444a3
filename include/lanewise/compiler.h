// The interface between the runtime and the compiler: OpenCL C to IR and kernel signatures, and IR to machine code. It
// passes no LLVM type and no OpenCL handle. The library that implements it is loaded with dlopen at the first build
// (src/runtime/code/compiler_loader.cpp).
//
// An internal error of a call, whatever the source, ends with a status and a log; the process and later calls go on.
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

/// IR of a program or of a part of a program: LLVM bitcode for spir64. Opaque to the runtime.
using Ir = std::vector<std::uint8_t>;

/// A header given to clCompileProgram; `#include` finds it under `name`.
struct Header {
    std::string_view name;
    std::string_view source;
};

enum class Status : std::uint8_t {
    success,
    invalid_options,  // nothing was compiled; the log names the option
    failed,           // the log has the reason
    out_of_memory,    // a later call may succeed
};

struct ProgramResult {
    Status status = Status::failed;
    std::string log;  // empty, or lines ended by '\n'
    Ir ir;
    std::vector<KernelInfo> kernels;  // in source order; empty for a compiled, not yet linked object
    ProgramVariables variables;       // variables in the global address space; only for a program
    bool is_library = false;          // built with -create-library
};

struct KernelResult {
    Status status = Status::failed;
    std::string log;
    KernelCode code;
};

/// Whether neighbours are computed together: several rows of a chunk (unroll-and-jam, widen/widen.h), or two work-items
/// of a one-lane kernel (interleaving, widen/interleave_items.h).
enum class Together : std::uint8_t {
    where_it_pays,
    never,
    where_possible,  // for tests
};

/// The functions that a one-lane kernel calls without inlining.
enum class KeptCalls : std::uint8_t {
    where_too_large,  // those whose copies would make the kernel too large
    where_possible,   // for tests
};

/// The chunks that machine code runs. Full and partial chunks (docs/ir.md, "Stages of one kernel") need different code,
/// and many programs never have partial chunks.
enum class Chunks : std::uint8_t {
    all,
    full,     // full chunks, when partial ones need much code of their own: see KernelCode::whole_lanes
    partial,  // the chunks that `full` left out
};

/// The number of work-items of a sub-group.
enum class SubGroupPlan : std::uint8_t {
    lanes,   // the size that the kernel requires, or the target's lanes; a kernel that cannot be compiled so fails
    single,  // one, unless the kernel requires more
};

/// The order of work-items on adjacent lanes (docs/design/planner.md, "Which dimension").
enum class Along : std::uint8_t {
    where_it_pays,  // the dimension along which the kernel walks through memory
    dimension_0,
    dimension_1,
    dimension_2,
    linear_id,  // the linear id of all dimensions: rows may be shorter than the number of lanes
};

/// Launches that code is compiled for, which decide how long compiling it may take.
enum class Effort : std::uint8_t {
    full,   // many launches: the fastest code
    first,  // launches that wait for the code, unless they are long (ExpectedLaunches): see KernelCode::provisional
};

/// Facts about the launches that code is compiled for. A compilation asks only when its code depends on the answer:
/// more may be known then than at its beginning.
class ExpectedLaunches {
public:
    /// Whether arguments point into one object, at least one of them among the bit mask `written`.
    virtual bool share_objects(std::uint64_t written) const noexcept = 0;

    /// Whether launches are long enough for a longer compilation, when each work-item calls larger builtins `calls`
    /// times.
    virtual bool are_long(unsigned calls) const noexcept = 0;

    /// Whether the size of some work-groups of a short launch along `dimension` is no multiple of `unit`.
    /// `any_grouping`: the device may choose other work-groups (KernelCode::any_grouping).
    virtual bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept = 0;

protected:
    ~ExpectedLaunches() = default;
};

/// Options for the compilation of machine code.
struct CodeOptions {
    Target target;
    std::uint32_t vector_width = 0;  // 0: the planner chooses; 1, 8, 16, 32, 64: forced
    bool large_launch = false;       // for launches beyond small_id_bound or small_object_bound (KernelCode)
    bool shared_objects = false;     // for launches whose arguments share objects (KernelCode::written_apart)
    const ExpectedLaunches* launches = nullptr;  // null: nothing is known; must outlive the call
    Chunks chunks = Chunks::all;
    SubGroupPlan sub_groups = SubGroupPlan::lanes;
    Along along = Along::where_it_pays;           // kernels that use sub-groups get dimension_0 or linear_id
    bool optimize = true;                         // false: the fewest passes, as for -cl-opt-disable
    Together together = Together::where_it_pays;  // with forced lanes, two items only if where_possible
    KeptCalls kept_calls = KeptCalls::where_too_large;
    Effort effort = Effort::full;
    KnownArguments known{};     // code is only for launches with these arguments
    std::string passes{};       // optional passes to leave out (Compiler::check_passes); empty: none
    std::string dump_folder{};  // folder for the IR after each stage and for the assembly; empty: none
};

using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);

class Compiler {
public:
    /// Initializes the compiler; must be called first. Returns false when there was no memory for the state that a
    /// process has once. The object is then useless, and only another copy of the library can try again. `last` is the
    /// signal handler for faults that are not the compiler's and that no other handler treats; may be null.
    virtual bool prepare(FaultHandler last) const = 0;

    /// Compiles source to IR (clCompileProgram). `options` is the OpenCL option string, as the user gave it.
    virtual ProgramResult compile(std::string_view source, std::string_view options,
                                  std::span<const Header> headers) const = 0;

    /// Links objects to a program or library (clLinkProgram). `options` are link options.
    virtual ProgramResult link(std::span<const Ir* const> objects, std::string_view options) const = 0;

    /// Compiles source to a program (clBuildProgram): like compile and link, but in one step.
    virtual ProgramResult build(std::string_view source, std::string_view options) const = 0;

    /// Checks options for clBuildProgram: success or invalid_options.
    virtual ProgramResult check_options(std::string_view options) const = 0;

    /// Loads the IR of a program binary: checks that this compiler can read the IR, and lists its kernels.
    virtual ProgramResult load(std::span<const std::uint8_t> ir) const = 0;

    /// Extracts some kernels of a linked program, with everything that they need. compile_kernel makes the same code of
    /// each as from the whole program. Empty when the extraction fails.
    virtual Ir extract(const Ir& program, std::span<const std::string_view> kernels) const = 0;

    /// Checks a selection of passes (LANEWISE_PASSES; compiler/pipeline/pass_selection.h): returns why it is wrong, or
    /// nothing.
    virtual std::string check_passes(std::string_view passes) const = 0;

    /// Compiles one kernel of a linked program to machine code. If CodeOptions::passes selects passes of this kernel,
    /// the log of a success names the last one that ran.
    virtual KernelResult compile_kernel(const Ir& program, std::string_view kernel,
                                        const CodeOptions& options) const = 0;

protected:
    ~Compiler() = default;
};

inline constexpr std::uint32_t interface_version = 12;

/// Name of the only symbol that the compiler library exports, and its type. The function returns nullptr when the
/// library implements another version. The object lives as long as the process.
inline constexpr const char* entry_symbol = "lanewise_compiler";
using EntryFunction = const Compiler* (*)(std::uint32_t version);

}  // namespace lanewise::compiler
