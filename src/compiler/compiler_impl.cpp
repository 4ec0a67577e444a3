#include "compiler/compiler_impl.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/ErrorHandling.h>

#include <algorithm>
#include <optional>

#include "compiler/frontend/frontend.h"
#include "compiler/frontend/options.h"
#include "compiler/guard/guarded_call.h"
#include "compiler/guarded_compiler.h"
#include "compiler/ir/calls/call_places.h"
#include "compiler/ir/signature.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/check_front_end.h"
#include "compiler/link/join_constructors.h"
#include "compiler/link/link.h"
#include "compiler/link/lower_function_pointers.h"
#include "compiler/link/mark_blocks.h"
#include "compiler/link/mark_loops.h"
#include "compiler/link/number_blocks.h"
#include "compiler/link/place_program_variables.h"
#include "compiler/link/settle_calls.h"
#include "compiler/link/zero_memory.h"
#include "compiler/pipeline/kernel_dump.h"
#include "compiler/pipeline/pass_selection.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/pipeline/sub_groups.h"
#include "compiler/recursion/check_recursion.h"
#include "compiler/spirv/translate.h"
#include "compiler/target/llvm_tables.h"
#include "compiler/target/target_machine.h"
#include "lanewise/memory_options.h"

namespace lanewise::compiler {
namespace {

class CompilerImpl final : public Compiler {
public:
    bool prepare(FaultHandler) const override {
        fill_llvm_tables();
        return true;
    }
    ProgramResult compile(std::string_view source, std::string_view options,
                          std::span<const Header> headers) const override;
    ProgramResult compile(const SpirvProgram& program, std::string_view options) const override;
    ProgramResult link(std::span<const Ir* const> objects, std::string_view options) const override;
    ProgramResult build(std::string_view source, std::string_view options) const override;
    ProgramResult build(const SpirvProgram& program, std::string_view options) const override;
    ProgramResult check_options(std::string_view options) const override;
    ProgramResult load(std::span<const std::uint8_t> ir) const override;
    Ir extract(const Ir& program, std::span<const std::string_view> kernels) const override;
    std::string check_passes(std::string_view passes) const override;
    KernelResult compile_kernel(const Ir& program, std::string_view kernel, const CodeOptions& options) const override;

private:
    static std::unique_ptr<llvm::Module> parse(std::string_view source, std::string_view options,
                                               std::span<const Header> headers, bool is_whole_program,
                                               llvm::LLVMContext& context, ProgramResult& result,
                                               std::string& held_back);
    static std::unique_ptr<llvm::Module> translate(const SpirvProgram& program, std::string_view options,
                                                   llvm::LLVMContext& context, ProgramResult& result);
    static KernelResult compile_once(const Ir& program, std::string_view kernel, const CodeOptions& options);
    static void finish_program(llvm::Module& module, std::string_view options, ProgramResult& result);
};

// Reads a program binary from an application; the binary may be damaged.
std::unique_ptr<llvm::Module> read_from_outside(std::span<const std::uint8_t> ir, llvm::LLVMContext& context,
                                                std::string& error) {
    const ReadsFromOutside reads;
    return read_bitcode_checked(ir, context, error);
}

// Without NDEBUG, the compiler checks the modules that front ends return (link/check_front_end.h).
#ifdef NDEBUG
constexpr bool checks_front_ends = false;
#else
constexpr bool checks_front_ends = true;
#endif

void check_delivery(const llvm::Module& module) {
    if (!checks_front_ends) return;
    const std::string faults = check_front_end(module);
    if (!faults.empty()) llvm::report_fatal_error(llvm::Twine("the front end made a wrong module: ") + faults);
}

std::unique_ptr<llvm::Module> CompilerImpl::parse(std::string_view source, std::string_view options,
                                                  std::span<const Header> headers, bool is_whole_program,
                                                  llvm::LLVMContext& context, ProgramResult& result,
                                                  std::string& held_back) {
    std::string error;
    const CompileOptions parsed = parse_compile_options(options, error);
    if (!error.empty()) {
        result.status = Status::invalid_options;
        result.log = error;
        return nullptr;
    }
    auto module = parse_source(source, parsed, is_whole_program, headers, context, result.log, held_back);
    if (!module) {
        result.log += held_back;
        return nullptr;
    }
    mark_loops(*module);
    mark_blocks(*module, {.tell_why = parsed.debug, .uniform_groups = parsed.uniform_groups});
    check_delivery(*module);
    return module;
}

std::unique_ptr<llvm::Module> CompilerImpl::translate(const SpirvProgram& program, std::string_view options,
                                                      llvm::LLVMContext& context, ProgramResult& result) {
    std::string error;
    const CompileOptions parsed = parse_compile_options(options, error);
    if (!error.empty()) {
        result.status = Status::invalid_options;
        result.log = error;
        return nullptr;
    }
    auto module = translate_spirv(program, parsed, context, result.log);
    if (!module) return nullptr;
    mark_blocks(*module, {.tell_why = parsed.debug, .uniform_groups = parsed.uniform_groups});
    check_delivery(*module);
    return module;
}

// Returns the kinds of memory, local or private, that build or link options ask to fill with zeros.
ZeroedMemory zeroed_memory(std::string_view options) {
    const std::vector<std::string> words = split_options(options);
    const auto has = [&](std::string_view option) { return std::ranges::find(words, option) != words.end(); };
    return {.of_groups = has(zero_local_option), .of_items = has(zero_private_option)};
}

// Makes a whole program from a linked module: lowers constructors, function pointers and the initialization of memory,
// and checks that every called function is defined. Stores the program with the description of its kernels and
// variables in `result`.
void CompilerImpl::finish_program(llvm::Module& module, std::string_view options, ProgramResult& result) {
    join_constructors(module);
    if (const std::string names = mismatched_functions(module); !names.empty()) {
        result.log += "error: the program calls functions with other types than it defines them with:\n" + names +
                      "note: declare them as the objects that define them do\n";
        return;
    }
    lower_function_pointers(module);
    settle_calls(module);
    zero_memory(module, zeroed_memory(options));
    if (const std::string names = undefined_functions(module); !names.empty()) {
        result.log += "error: the program calls functions that it does not define:\n" + names +
                      "note: define them, or link the program with an object that does\n";
        return;
    }
    if (const std::string names = undefined_variables(module); !names.empty()) {
        result.log += "error: the program uses variables that it does not define:\n" + names +
                      "note: define them, or link the program with an object that does\n";
        return;
    }
    if (!check_recursion(module, result.log)) return;
    drop_call_places(module);
    number_blocks(module);
    if (const std::string names = impossible_sub_groups(module); !names.empty()) {
        result.log += "error: kernels require sub-group sizes that the device does not have:\n" + names +
                      "note: intel_reqd_sub_group_size takes 8, 16 or 32\n";
        return;
    }
    auto variables = place_program_variables(module, result.log);
    if (!variables) return;
    result.variables = std::move(*variables);
    result.kernels = read_kernels(module);
    result.ir = write_bitcode(module);
    result.status = Status::success;
}

ProgramResult CompilerImpl::compile(std::string_view source, std::string_view options,
                                    std::span<const Header> headers) const {
    ProgramResult result;
    llvm::LLVMContext context;
    std::string held_back;
    if (const auto module = parse(source, options, headers, /*is_whole_program=*/false, context, result, held_back)) {
        result.ir = write_bitcode(*module);
        result.status = Status::success;
    }
    return result;
}

ProgramResult CompilerImpl::compile(const SpirvProgram& program, std::string_view options) const {
    ProgramResult result;
    llvm::LLVMContext context;
    if (const auto module = translate(program, options, context, result)) {
        result.ir = write_bitcode(*module);
        result.status = Status::success;
    }
    return result;
}

ProgramResult CompilerImpl::build(const SpirvProgram& program, std::string_view options) const {
    ProgramResult result;
    llvm::LLVMContext context;
    if (const auto module = translate(program, options, context, result)) finish_program(*module, options, result);
    return result;
}

ProgramResult CompilerImpl::build(std::string_view source, std::string_view options) const {
    ProgramResult result;
    llvm::LLVMContext context;
    std::string held_back;
    if (const auto module = parse(source, options, {}, /*is_whole_program=*/true, context, result, held_back)) {
        finish_program(*module, options, result);
        if (result.status != Status::success) result.log += held_back;
    }
    return result;
}

ProgramResult CompilerImpl::link(std::span<const Ir* const> objects, std::string_view options) const {
    ProgramResult result;
    std::string error;
    const LinkOptions parsed = parse_link_options(options, error);
    if (!error.empty()) {
        result.status = Status::invalid_options;
        result.log = error;
        return result;
    }
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> program;
    for (const Ir* object : objects) {
        auto module = read_from_outside(*object, context, result.log);
        if (!module) return result;
        if (!program)
            program = std::move(module);
        else if (!link_object(*program, std::move(module), result.log))
            return result;
    }
    if (!program) return result;
    if (!parsed.create_library) {
        finish_program(*program, options, result);
        return result;
    }
    result.ir = write_bitcode(*program);
    result.is_library = true;
    result.status = Status::success;
    return result;
}

ProgramResult CompilerImpl::check_options(std::string_view options) const {
    ProgramResult result;
    parse_compile_options(options, result.log);
    result.status = result.log.empty() ? Status::success : Status::invalid_options;
    return result;
}

ProgramResult CompilerImpl::load(std::span<const std::uint8_t> ir) const {
    ProgramResult result;
    llvm::LLVMContext context;
    const auto module = read_from_outside(ir, context, result.log);
    if (!module) return result;
    auto variables = place_program_variables(*module, result.log);
    if (!variables) return result;
    result.variables = std::move(*variables);
    result.kernels = read_kernels(*module);
    result.ir.assign(ir.begin(), ir.end());
    result.status = Status::success;
    return result;
}

Ir CompilerImpl::extract(const Ir& program, std::span<const std::string_view> kernels) const {
    llvm::LLVMContext context;
    std::string log;
    auto whole = read_bitcode_lazily(program, context, log);
    if (!whole) return {};
    const auto module = extract_kernels(std::move(whole), kernels, log);
    return module ? write_bitcode(*module) : Ir();
}

std::string CompilerImpl::check_passes(std::string_view passes) const {
    std::string fault;
    PassSelection::parse(passes, fault);
    return fault;
}

KernelResult CompilerImpl::compile_kernel(const Ir& program, std::string_view kernel,
                                          const CodeOptions& options) const {
    KernelResult result = compile_once(program, kernel, options);
    // Compiles again if the code assumes that arguments share no object, but the waiting launch passes arguments that
    // share an object (is_outdated() in pipeline.cpp).
    if (result.status != Status::success && result.code.written_apart != 0) {
        CodeOptions for_any = options;
        for_any.shared_objects = true;
        return compile_kernel(program, kernel, for_any);
    }
    // Falls back to sub-groups of one work-item if the kernel cannot be compiled with the sub-groups that `options`
    // demand. The log contains a message for the user.
    if (result.status == Status::success || !result.code.uses_sub_groups) return result;
    CodeOptions single = options;
    single.sub_groups = SubGroupPlan::single;
    return compile_once(program, kernel, single);
}

KernelResult CompilerImpl::compile_once(const Ir& program, std::string_view kernel, const CodeOptions& options) {
    KernelResult result;
    llvm::LLVMContext context;
    auto whole = read_bitcode_lazily(program, context, result.log);
    if (!whole) return result;
    llvm::TargetMachine& machine = target_machine(options.target);
    const auto module =
        extract_kernel(std::move(whole), kernel, machine.createDataLayout(), machine.getTargetTriple(), result.log);
    std::optional<KernelDump> dump;
    if (!options.dump_folder.empty()) dump.emplace(options.dump_folder, kernel, machine);
    std::string fault;
    std::optional<PassSelection> passes;
    if (!options.passes.empty()) passes = PassSelection::parse(options.passes, fault);
    if (passes && !passes->is_for(kernel)) passes.reset();
    if (module && compile_module(*module, machine, options, result.code, result.log, dump ? &*dump : nullptr,
                                 passes ? &*passes : nullptr))
        result.status = Status::success;
    if (passes) result.log += "kernel '" + std::string(kernel) + "': " + passes->summary() + '\n';
    return result;
}

}  // namespace

const Compiler& compiler_instance() {
    static const CompilerImpl instance;
    static const GuardedCompiler guarded(instance);
    return guarded;
}

}  // namespace lanewise::compiler
