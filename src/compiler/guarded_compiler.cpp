#include "compiler/guarded_compiler.h"

#include <optional>

#include "compiler/guard/fault_signals.h"
#include "compiler/guard/guarded_call.h"
#include "compiler/target/target_machine.h"

namespace lanewise::compiler {
namespace {

// Returns the lines of the build log for a guarded call that failed.
std::string describe(const CallOutcome& outcome) {
    switch (outcome.end) {
        case CallEnd::out_of_memory:
            return "error: the compiler ran out of memory\n"
                   "note: release memory, or raise the process's limit (ulimit -v)\n";
        case CallEnd::stack_overflow:
            return "error: the program is nested too deeply for the compiler's stack\n"
                   "note: split deeply nested expressions, statements or types\n";
        case CallEnd::unreadable:
            return "error: the program's binary is damaged: " + outcome.reason +
                   "\nnote: build the program from its source again\n";
        default: break;
    }
    return "error: internal compiler error: " + outcome.reason +
           "\nnote: please report this with the program's source and build options\n";
}

// Returns the result of `work` if its guarded call succeeded, otherwise a result with an error: a failed call leaves no
// partial result.
template <class Result>
Result guarded(llvm::function_ref<Result()> work, CallEnd& end) {
    std::optional<Result> made;
    const CallOutcome outcome = run_guarded([&] { made.emplace(work()); });
    end = outcome.end;
    if (outcome.end == CallEnd::returned) return std::move(*made);
    forget_target_machine();
    Result failed;
    failed.status = outcome.end == CallEnd::out_of_memory ? Status::out_of_memory : Status::failed;
    failed.log = describe(outcome);
    return failed;
}

ProgramResult guarded_program(llvm::function_ref<ProgramResult()> work) {
    CallEnd end = CallEnd::returned;
    return guarded<ProgramResult>(work, end);
}

}  // namespace

bool GuardedCompiler::prepare(FaultHandler last) const {
    set_last_fault_handler(last);
    return run_guarded([&] { compiler_.prepare(last); }).end == CallEnd::returned;
}

ProgramResult GuardedCompiler::compile(std::string_view source, std::string_view options,
                                       std::span<const Header> headers) const {
    return guarded_program([&] { return compiler_.compile(source, options, headers); });
}

ProgramResult GuardedCompiler::compile(const SpirvProgram& program, std::string_view options) const {
    return guarded_program([&] { return compiler_.compile(program, options); });
}

ProgramResult GuardedCompiler::link(std::span<const Ir* const> objects, std::string_view options) const {
    return guarded_program([&] { return compiler_.link(objects, options); });
}

ProgramResult GuardedCompiler::build(std::string_view source, std::string_view options) const {
    return guarded_program([&] { return compiler_.build(source, options); });
}

ProgramResult GuardedCompiler::build(const SpirvProgram& program, std::string_view options) const {
    return guarded_program([&] { return compiler_.build(program, options); });
}

ProgramResult GuardedCompiler::check_options(std::string_view options) const {
    return guarded_program([&] { return compiler_.check_options(options); });
}

ProgramResult GuardedCompiler::load(std::span<const std::uint8_t> ir) const {
    return guarded_program([&] { return compiler_.load(ir); });
}

Ir GuardedCompiler::extract(const Ir& program, std::span<const std::string_view> kernels) const {
    Ir extracted;
    const CallOutcome outcome = run_guarded([&] { extracted = compiler_.extract(program, kernels); });
    if (outcome.end == CallEnd::returned) return extracted;
    forget_target_machine();
    return {};
}

// Compiles again without optimization if the guarded call with optimization failed, unless memory ran out.
KernelResult GuardedCompiler::compile_kernel(const Ir& program, std::string_view kernel,
                                             const CodeOptions& options) const {
    CallEnd end = CallEnd::returned;
    KernelResult result =
        guarded<KernelResult>([&] { return compiler_.compile_kernel(program, kernel, options); }, end);
    if (end == CallEnd::returned || end == CallEnd::out_of_memory || !options.optimize) return result;
    CodeOptions fewest_passes = options;
    fewest_passes.optimize = false;
    fewest_passes.sub_groups = SubGroupPlan::single;
    return guarded<KernelResult>([&] { return compiler_.compile_kernel(program, kernel, fewest_passes); }, end);
}

}  // namespace lanewise::compiler
