#include "library_jit.h"

#include <map>
#include <memory>
#include <stdexcept>

#include "builtins/builtin_library.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/TargetSelect.h"

namespace lanewise::test {
namespace {

[[noreturn]] void fail(const std::string& message) { throw std::runtime_error(message); }

template <class T>
T check(llvm::Expected<T> value) {
    if (!value) fail(llvm::toString(value.takeError()));
    return std::move(*value);
}

llvm::orc::LLJIT& jit() {
    static const std::unique_ptr<llvm::orc::LLJIT> instance = [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        auto host = check(llvm::orc::JITTargetMachineBuilder::detectHost());
        return check(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(host).create());
    }();
    return *instance;
}

/// Links shards of the library into `module`, until `module` defines every library function that `module` declares.
void link_needed(llvm::Module& module) {
    for (bool linked = true; linked;) {
        linked = false;
        for (llvm::Function& function : module) {
            if (!function.isDeclaration()) continue;
            const auto* shard = builtins::find(std::string_view(function.getName()));
            if (!shard) continue;
            const llvm::StringRef bytes(reinterpret_cast<const char*>(shard->bitcode.data()), shard->bitcode.size());
            auto source =
                check(llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "shard"), module.getContext(), true));
            llvm::Linker::linkModules(module, std::move(source), llvm::Linker::LinkOnlyNeeded);
            linked = true;
            break;
        }
    }
}

/// Reads the function's type from the function's shard, and returns the type.
llvm::FunctionType* type_of(const std::string& mangled, llvm::LLVMContext& context) {
    const auto* shard = builtins::find(mangled);
    if (!shard) fail(mangled + " is not in the library");
    const llvm::StringRef bytes(reinterpret_cast<const char*>(shard->bitcode.data()), shard->bitcode.size());
    auto source = check(llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "shard"), context, true));
    return source->getFunction(mangled)->getFunctionType();
}

/// Adds `void wrapper(ptr arguments, ptr result)`, which loads all arguments, calls the builtin and stores its result.
void add_wrapper(llvm::Module& module, const std::string& mangled, const std::string& name) {
    auto& context = module.getContext();
    auto* type = type_of(mangled, context);
    auto* callee = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, mangled, module);
    auto* pointer = llvm::PointerType::get(context, 0);
    auto* wrapper =
        llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false),
                               llvm::GlobalValue::ExternalLinkage, name, module);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", wrapper));
    llvm::SmallVector<llvm::Value*> arguments;
    for (unsigned i = 0; i < type->getNumParams(); ++i) {
        auto* slot = builder.CreateConstGEP1_32(pointer, wrapper->getArg(0), i);
        auto* address = builder.CreateLoad(pointer, slot);
        arguments.push_back(builder.CreateAlignedLoad(type->getParamType(i), address, llvm::Align(1)));
    }
    auto* call = builder.CreateCall(callee, arguments);
    call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    if (!type->getReturnType()->isVoidTy()) builder.CreateAlignedStore(call, wrapper->getArg(1), llvm::Align(1));
    builder.CreateRetVoid();
}

Wrapped compile(const std::string& mangled) {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>(mangled, *context);
    module->setTargetTriple(llvm::Triple("spir64"));
    const std::string name = "wrapped." + mangled;
    add_wrapper(*module, mangled, name);
    link_needed(*module);
    module->setTargetTriple(jit().getTargetTriple());
    module->setDataLayout(jit().getDataLayout());
    for (llvm::Function& function : *module)
        if (!function.isDeclaration() && function.getName() != name)
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (auto error = jit().addIRModule({std::move(module), std::move(context)})) fail(llvm::toString(std::move(error)));
    return check(jit().lookup(name)).toPtr<Wrapped>();
}

}  // namespace

Wrapped load_builtin(const std::string& mangled) {
    static std::map<std::string, Wrapped> loaded;
    auto& function = loaded[mangled];
    if (!function) function = compile(mangled);
    return function;
}

std::string mangle(std::string_view name, std::string_view parameters) {
    return "_Z" + std::to_string(name.size()) + std::string(name) + std::string(parameters);
}

}  // namespace lanewise::test
