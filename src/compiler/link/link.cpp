#include "compiler/link/link.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>

#include "builtins/builtin_library.h"
#include "compiler/ir/calls/builtin_names.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/signature.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/number_blocks.h"
#include "compiler/link/own_inline_functions.h"
#include "compiler/link/place_program_variables.h"
#include "compiler/link/settle_calls.h"

namespace lanewise::compiler {
namespace {

// While the object lives, writes errors of LLVM's linker to a log instead of standard error.
class LogDiagnostics {
public:
    LogDiagnostics(llvm::LLVMContext& context, std::string& log) : context_(context) {
        context_.setDiagnosticHandlerCallBack(
            [](const llvm::DiagnosticInfo* info, void* target) {
                if (info->getSeverity() != llvm::DS_Error) return;
                llvm::raw_string_ostream stream(*static_cast<std::string*>(target));
                llvm::DiagnosticPrinterRawOStream printer(stream);
                stream << "error: ";
                info->print(printer);
                stream << '\n';
            },
            &log, /*RespectFilters=*/false);
    }
    ~LogDiagnostics() { context_.setDiagnosticHandlerCallBack(nullptr); }
    LogDiagnostics(const LogDiagnostics&) = delete;
    LogDiagnostics& operator=(const LogDiagnostics&) = delete;

private:
    llvm::LLVMContext& context_;
};

// Removes metadata that only describes the origin of a module, since every link would otherwise add the entries of one
// more module.
void drop_named_metadata(llvm::Module& module) {
    while (!module.named_metadata_empty()) module.eraseNamedMetadata(&*module.named_metadata_begin());
}

using Shards = llvm::SmallSetVector<const builtins::Shard*, 8>;

// Renames the function `printf` in Clang's output to the operation `ocl.printf` (lower/lower_printf packs its
// arguments).
void rename_printf(llvm::Module& module) {
    llvm::Function* function = module.getFunction("printf");
    if (!function || !function->isDeclaration() || !function->isVarArg()) return;
    function->setName(op::printf);
}

Shards needed_shards(const llvm::Module& module, BuiltinStage stage) {
    Shards shards;
    for (const llvm::Function& function : module) {
        if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
        const builtins::Shard* shard = builtins::find(function.getName());
        if (shard && shard->late == (stage == BuiltinStage::late)) shards.insert(shard);
    }
    return shards;
}

}  // namespace

std::unique_ptr<llvm::Module> extract_kernels(std::unique_ptr<llvm::Module> program,
                                              std::span<const std::string_view> kernels, std::string& log) {
    const LogDiagnostics diagnostics(program->getContext(), log);
    auto module = std::make_unique<llvm::Module>(kernels.front(), program->getContext());
    module->setDataLayout(program->getDataLayout());
    module->setTargetTriple(program->getTargetTriple());
    for (const std::string_view kernel : kernels) {
        const llvm::Function* source = program->getFunction(kernel);
        if (!source || source->getCallingConv() != llvm::CallingConv::SPIR_KERNEL ||
            (source->isDeclaration() && !source->isMaterializable())) {
            log += "error: the program has no kernel '" + std::string(kernel) + "'\n";
            return nullptr;
        }
        llvm::Function* wanted = llvm::Function::Create(source->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                                        source->getName(), *module);
        wanted->setCallingConv(source->getCallingConv());
    }
    drop_named_metadata(*program);
    if (llvm::Linker::linkModules(*module, std::move(program), llvm::Linker::LinkOnlyNeeded)) return nullptr;
    return module;
}

std::unique_ptr<llvm::Module> extract_kernel(std::unique_ptr<llvm::Module> program, std::string_view kernel,
                                             const llvm::DataLayout& layout, const llvm::Triple& triple,
                                             std::string& log) {
    program->setDataLayout(layout);
    program->setTargetTriple(triple);
    auto module = extract_kernels(std::move(program), {&kernel, 1}, log);
    if (!module) return nullptr;
    forget_initial_values(*module);
    rename_printf(*module);
    return module;
}

namespace {

std::unique_ptr<llvm::Module> read_shard(const builtins::Shard& shard, llvm::LLVMContext& context,
                                         const llvm::DataLayout& layout, const llvm::Triple& triple, std::string& log) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(shard.bitcode.data());
    auto library = read_bitcode_lazily({bytes, shard.bitcode.size()}, context, log);
    if (!library) return nullptr;
    library->setDataLayout(layout);
    library->setTargetTriple(triple);
    drop_named_metadata(*library);
    return library;
}

}  // namespace

bool link_builtins(llvm::Module& module, BuiltinStage stage, std::string& log) {
    const LogDiagnostics diagnostics(module.getContext(), log);
    for (Shards shards = needed_shards(module, stage); !shards.empty(); shards = needed_shards(module, stage)) {
        for (const builtins::Shard* shard : shards) {
            auto library =
                read_shard(*shard, module.getContext(), module.getDataLayout(), module.getTargetTriple(), log);
            if (!library || llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded))
                return false;
        }
    }
    drop_named_metadata(module);
    const std::string names = stage == BuiltinStage::early ? mismatched_functions(module) : "";
    if (!names.empty()) log += "error: builtin functions are called with other types than they have:\n" + names;
    return names.empty();
}

std::unique_ptr<llvm::Module> extract_builtin(std::string_view name, llvm::LLVMContext& context,
                                              const llvm::DataLayout& layout, const llvm::Triple& triple,
                                              std::string& log) {
    const builtins::Shard* shard = builtins::find(name);
    auto library = shard ? read_shard(*shard, context, layout, triple, log) : nullptr;
    const llvm::Function* source = library ? library->getFunction(name) : nullptr;
    if (!source) return nullptr;
    auto module = std::make_unique<llvm::Module>(name, context);
    module->setDataLayout(layout);
    module->setTargetTriple(triple);
    llvm::Function::Create(source->getFunctionType(), llvm::GlobalValue::ExternalLinkage, source->getName(), *module);
    if (!link_definitions(*module, std::move(library), log)) return nullptr;
    // Functions that read rows of known images do not get the bodies of late builtins. These functions rarely run late
    // builtins, so they call the separately compiled code of the builtins.
    if (!is_known_row(name) && !link_builtins(*module, BuiltinStage::late, log)) return nullptr;
    return module;
}

bool link_definitions(llvm::Module& module, std::unique_ptr<llvm::Module> source, std::string& log) {
    const LogDiagnostics diagnostics(module.getContext(), log);
    return !llvm::Linker::linkModules(module, std::move(source), llvm::Linker::LinkOnlyNeeded);
}

std::string undefined_functions(const llvm::Module& module) {
    std::string names;
    for (const llvm::Function& function : module) {
        if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
        const llvm::StringRef name = function.getName();
        if (name.starts_with("ocl.") || name == "printf" || builtins::find(name)) continue;
        names += name.str() + '\n';
    }
    return names;
}

bool link_object(llvm::Module& program, std::unique_ptr<llvm::Module> source, std::string& log) {
    const LogDiagnostics diagnostics(program.getContext(), log);
    keep_inline_functions_apart(program, *source);
    keep_blocks_apart(program, *source);
    return !llvm::Linker::linkModules(program, std::move(source));
}

}  // namespace lanewise::compiler
