// The interface between the runtime and the compiler. The compiler turns OpenCL C into IR and kernel signatures, and IR
// into machine code. No LLVM type and no OpenCL handle crosses the interface. The library that implements it is loaded
// with dlopen at the first build (src/runtime/code/compiler_loader.cpp).
//
// If a call has an internal error, it returns a status and a log, whatever the source; the process and later calls
// continue.
//
// Thread-safety: any number of threads, with stacks of any size, may call every function at once; builds share no lock.
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

/// The IR of a program or of a part of a program, as LLVM bitcode for spir64. Opaque to the runtime.
using Ir = std::vector<std::uint8_t>;

/// A header passed to clCompileProgram; `#include` finds it under `name`.
struct Header {
    std::string_view name;
    std::string_view source;
};

enum class Status : std::uint8_t {
    success,
    invalid_options,  // nothing was compiled; the log names the option
    failed,           // the log contains the reason
    out_of_memory,    // a later call may succeed
};

struct ProgramResult {
    Status status = Status::failed;
    std::string log;  // empty, or lines that end with '\n'
    Ir ir;
    std::vector<KernelInfo> kernels;  // in source order; empty for an object that is not yet linked
    ProgramVariables variables;  // variables in the global address space; empty for an object that is not yet linked
    bool is_library = false;     // whether the program was built with -create-library
};

struct KernelResult {
    Status status = Status::failed;
    std::string log;
    KernelCode code;
};

/// Decides whether neighbouring work-items are computed together: several rows of a chunk (unroll-and-jam,
/// widen/widen.h), or two work-items of a one-lane kernel (interleaving, widen/interleave_items.h).
enum class Together : std::uint8_t {
    where_it_pays,
    never,
    where_possible,  // for tests
};

/// Decides which functions a one-lane kernel calls instead of inlining them.
enum class KeptCalls : std::uint8_t {
    where_too_large,  // functions whose copies would make the kernel too large
    where_possible,   // for tests
};

/// Decides which chunks the machine code runs. Full and partial chunks (docs/ir.md, "Stages of one kernel") need
/// different code, and many programs never have partial chunks.
enum class Chunks : std::uint8_t {
    all,
    full,     // only full chunks if partial ones need much additional code (KernelCode::whole_lanes), else all
    partial,  // the chunks that `full` leaves out
};

/// Decides the number of work-items of a sub-group.
enum class SubGroupPlan : std::uint8_t {
    lanes,   // the size that the kernel requires, else the target's number of lanes; fails if impossible
    single,  // one work-item, unless the kernel requires more
};

/// Decides which work-items are on adjacent lanes (docs/design/planner.md, "Which dimension").
enum class Along : std::uint8_t {
    where_it_pays,  // along the dimension in which the kernel accesses adjacent memory
    dimension_0,
    dimension_1,
    dimension_2,
    linear_id,  // along the linear id of all dimensions, so that rows may be shorter than the number of lanes
};

/// Decides how long a compilation may take, by the launches that will run the code.
enum class Effort : std::uint8_t {
    full,   // for many launches: the fastest code
    first,  // for launches that wait for the code, unless they are long (ExpectedLaunches); see KernelCode::provisional
};

/// Answers questions about the launches for which code is compiled. A compilation asks only if its code depends on the
/// answer. It asks late, since more may be known by then.
class ExpectedLaunches {
public:
    /// Returns whether arguments point into the same object, at least one of them an argument of the bit mask
    /// `written`.
    virtual bool share_objects(std::uint64_t written) const noexcept = 0;

    /// Returns whether launches are long enough for a longer compilation. `calls` is the number of larger builtins that
    /// each work-item calls.
    virtual bool are_long(unsigned calls) const noexcept = 0;

    /// Returns whether launches are short and some of their work-groups have a size along `dimension` that is no
    /// multiple of `unit`. `any_grouping`: the device may choose the work-groups (KernelCode::any_grouping).
    virtual bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept = 0;

protected:
    ~ExpectedLaunches() = default;
};

/// Options for the compilation of machine code.
struct CodeOptions {
    Target target;
    std::uint32_t vector_width = 0;  // 0: the planner chooses; 1, 8, 16, 32, 64: forced
    bool large_launch = false;       // whether launches exceed small_id_bound or small_object_bound (KernelCode)
    bool shared_objects = false;     // whether arguments of launches share objects (KernelCode::written_apart)
    const ExpectedLaunches* launches = nullptr;  // null if nothing is known; must outlive the call
    Chunks chunks = Chunks::all;
    SubGroupPlan sub_groups = SubGroupPlan::lanes;
    Along along = Along::where_it_pays;           // for kernels that use sub-groups: dimension_0 or linear_id
    bool optimize = true;                         // false: only the passes that are needed, as for -cl-opt-disable
    Together together = Together::where_it_pays;  // with forced lanes, two items only for where_possible
    KeptCalls kept_calls = KeptCalls::where_too_large;
    Effort effort = Effort::full;
    KnownArguments known{};     // the arguments of all launches that run the code
    std::string passes{};       // the optional passes to leave out (Compiler::check_passes); empty: none
    std::string dump_folder{};  // the folder for the IR after each stage and for the assembly; empty: none
};

using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);

class Compiler {
public:
    /// Initializes the compiler; must be called first. Returns false if there was no memory for the compiler's global
    /// state. The object then cannot be used, and only another copy of the library can try again. `last` handles
    /// signals for faults that the compiler did not cause and no other handler treats; it may be null.
    virtual bool prepare(FaultHandler last) const = 0;

    /// Compiles source to IR (clCompileProgram). `options` is the OpenCL option string that the application passed.
    virtual ProgramResult compile(std::string_view source, std::string_view options,
                                  std::span<const Header> headers) const = 0;

    /// Links objects to a program or library (clLinkProgram). `options` are the link options.
    virtual ProgramResult link(std::span<const Ir* const> objects, std::string_view options) const = 0;

    /// Compiles source to a program (clBuildProgram). Combines compile() and link() in one step.
    virtual ProgramResult build(std::string_view source, std::string_view options) const = 0;

    /// Checks options for clBuildProgram. Returns success or invalid_options.
    virtual ProgramResult check_options(std::string_view options) const = 0;

    /// Loads the IR of a program binary. Checks that this compiler can read the IR, and lists its kernels.
    virtual ProgramResult load(std::span<const std::uint8_t> ir) const = 0;

    /// Extracts some kernels of a linked program, with everything that they need. compile_kernel() makes equal code
    /// from the result and from the whole program. The result is empty if the extraction fails.
    virtual Ir extract(const Ir& program, std::span<const std::string_view> kernels) const = 0;

    /// Checks a selection of passes (LANEWISE_PASSES; compiler/pipeline/pass_selection.h). Returns the reason why the
    /// selection is wrong, or an empty text.
    virtual std::string check_passes(std::string_view passes) const = 0;

    /// Compiles one kernel of a linked program to machine code. If CodeOptions::passes selects passes of this kernel
    /// and the compilation succeeds, the log names the last pass that ran.
    virtual KernelResult compile_kernel(const Ir& program, std::string_view kernel,
                                        const CodeOptions& options) const = 0;

protected:
    ~Compiler() = default;
};

inline constexpr std::uint32_t interface_version = 12;

/// The name and the type of the only symbol that the compiler library exports. The function returns nullptr if the
/// library implements another version. The Compiler object lives as long as the process.
inline constexpr const char* entry_symbol = "lanewise_compiler";
using EntryFunction = const Compiler* (*)(std::uint32_t version);

}  // namespace lanewise::compiler
