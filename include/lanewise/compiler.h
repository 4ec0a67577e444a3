// The interface between the runtime and the compiler. The compiler turns OpenCL C and SPIR-V into IR and kernel
// signatures, and IR into machine code. No LLVM type and no OpenCL handle crosses the interface. The library that
// implements the interface is loaded with dlopen at the first build (src/runtime/code/compiler_loader.cpp).
//
// No program source can cause a call to end the process: after an internal error, the call returns a status and a log.
// Later calls work as usual.
//
// Thread-safety: any number of threads, with stacks of any size, may call all functions at the same time. Builds share
// no lock.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lanewise/code_variant.h"
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

/// A value for a specialization constant of a SPIR-V program (clSetProgramSpecializationConstant).
struct SpecializationValue {
    std::uint32_t id = 0;    // the decoration SpecId
    std::uint64_t bits = 0;  // the value's bytes, extended with zeros
};

/// A program in SPIR-V.
struct SpirvProgram {
    std::span<const std::byte> bytes;
    std::span<const SpecializationValue> constants;  // constants that are not listed keep the module's values
};

enum class Status : std::uint8_t {
    success,
    invalid_options,  // an option is invalid, so nothing was compiled; the log names the option
    failed,           // the compilation failed; the log contains the reason
    out_of_memory,    // there was not enough memory; a later call may succeed
};

struct ProgramResult {
    Status status = Status::failed;
    std::string log;  // messages for the build log: empty, or lines that end with '\n'
    Ir ir;
    std::vector<KernelInfo> kernels;  // the kernels in source order; empty for an object that is not yet linked
    ProgramVariables variables;  // variables in the global address space; empty for an object that is not yet linked
    bool is_library = false;     // whether the program was built with -create-library
};

struct KernelResult {
    Status status = Status::failed;
    std::string log;
    KernelCode code;
};

/// Decides which functions a one-lane kernel calls, and which functions are inlined.
enum class KeptCalls : std::uint8_t {
    where_too_large,  // calls functions whose copies would make the kernel too large
    where_possible,   // for tests
};

/// Decides the number of work-items of a sub-group.
enum class SubGroupPlan : std::uint8_t {
    lanes,   // the size that the kernel requires, or the target's number of lanes; an error if this is impossible
    single,  // one work-item per sub-group, unless the kernel requires more
};

/// Decides how long a compilation may take, depending on the launches that will run the code.
enum class Effort : std::uint8_t {
    full,   // makes the fastest code, for many launches
    first,  // compiles quickly, unless the launches that wait for the code are long (KernelCode::provisional)
};

/// Answers questions about the launches for which code is compiled. The compiler calls a function of this class only if
/// the code depends on the result, and late in the compilation, when more launches may be known.
class ExpectedLaunches {
public:
    /// Returns whether an argument in the bit mask `written` points into the same object as another argument.
    virtual bool share_objects(std::uint64_t written) const noexcept = 0;

    /// Returns whether launches are so long that faster code is worth a longer compilation. `calls` is the number of
    /// larger builtins that each work-item calls.
    virtual bool are_long(unsigned calls) const noexcept = 0;

    /// Returns whether the known launches have so few work-items that a launch takes less time than a compilation.
    virtual bool are_small() const noexcept = 0;

    /// Returns whether launches are short and some of their work-groups have a size along `dimension` that is no
    /// multiple of `unit`. If `any_grouping` is true, the device may choose the work-groups (KernelCode::any_grouping).
    virtual bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool any_grouping) const noexcept = 0;

protected:
    ~ExpectedLaunches() = default;
};

/// Options for the compilation of machine code.
struct CodeOptions {
    Target target;
    std::uint32_t vector_width = 0;  // number of lanes (1, 8, 16, 32 or 64), or 0 if the planner chooses it
    bool large_launch = false;       // whether launches exceed small_id_bound or small_object_bound (KernelCode)
    bool shared_objects = false;     // whether arguments of launches share objects (KernelCode::written_apart)
    const ExpectedLaunches* launches = nullptr;  // null if no launches are known; must outlive the call
    Chunks chunks = Chunks::all;
    SubGroupPlan sub_groups = SubGroupPlan::lanes;
    Along along = Along::where_it_pays;           // direction of lanes; with sub-groups, dimension_0 or linear_id
    bool optimize = true;                         // if false, only necessary passes run, as for -cl-opt-disable
    Together together = Together::where_it_pays;  // with where_it_pays, no pairs if vector_width is not 0
    KeptCalls kept_calls = KeptCalls::where_too_large;
    Effort effort = Effort::full;
    KnownArguments known{};     // known arguments of all launches that run the code
    std::string passes{};       // optional passes to leave out (Compiler::check_passes)
    std::string dump_folder{};  // folder for the IR after each stage and the assembly; empty if neither is written
};

using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);

class Compiler {
public:
    /// Initializes the compiler; must be called first. Returns false if there was no memory for the compiler's global
    /// state. This Compiler object then cannot be used; the runtime can try again only with another copy of the
    /// library. `last`, which may be null, is called if a fault raises a signal, the compiler did not cause the fault,
    /// and no other handler treats the signal.
    virtual bool prepare(FaultHandler last) const = 0;

    /// Compiles source to IR (clCompileProgram). `options` is the OpenCL option string that the application passed.
    virtual ProgramResult compile(std::string_view source, std::string_view options,
                                  std::span<const Header> headers) const = 0;

    /// Compiles SPIR-V to IR (clCompileProgram). Returns an unlinked object, as compile() does for source.
    virtual ProgramResult compile(const SpirvProgram& program, std::string_view options) const = 0;

    /// Links objects to a program or library (clLinkProgram). `options` are the link options.
    virtual ProgramResult link(std::span<const Ir* const> objects, std::string_view options) const = 0;

    /// Compiles source to a program (clBuildProgram). Combines compile() and link() in one step.
    virtual ProgramResult build(std::string_view source, std::string_view options) const = 0;

    /// Compiles SPIR-V to a program (clBuildProgram).
    virtual ProgramResult build(const SpirvProgram& program, std::string_view options) const = 0;

    /// Checks options for clBuildProgram. Returns success or invalid_options.
    virtual ProgramResult check_options(std::string_view options) const = 0;

    /// Loads the IR of a program binary. Checks that this compiler can read the IR, and lists its kernels.
    virtual ProgramResult load(std::span<const std::uint8_t> ir) const = 0;

    /// Extracts some kernels of a linked program, with all functions and variables that these kernels need. From the
    /// result, compile_kernel() makes the same code as from the whole program. The result is empty if the extraction
    /// fails.
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

inline constexpr std::uint32_t interface_version = 16;

/// The name and the type of the only symbol that the compiler library exports. The function returns nullptr if the
/// library implements another version of this interface. The Compiler object lives as long as the process.
inline constexpr const char* entry_symbol = "lanewise_compiler";
using EntryFunction = const Compiler* (*)(std::uint32_t version);

}  // namespace lanewise::compiler
