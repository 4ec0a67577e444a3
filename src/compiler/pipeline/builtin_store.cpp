#include "compiler/pipeline/builtin_store.h"

#include <llvm/IR/LLVMContext.h>

#include <map>
#include <memory>
#include <mutex>

#include "compiler/emit/code_emitter.h"
#include "compiler/guard/made_once.h"
#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/limits/code_size.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/pipeline/stages.h"
#include "compiler/target/target_machine.h"

namespace lanewise::compiler {
namespace {

struct Entry {
    MadeOnce<ReadyBuiltin> ready;  // `body` is empty if the builtin could not be prepared
    MadeOnce<FlatImage> code;      // an empty image if the builtin could not be compiled
};

// All builtins prepared so far, for all targets. The address of an entry never changes.
class Store {
public:
    Entry& entry(std::string_view name, const Target& target) {
        std::string key = std::to_string(target.vector_bits) + target.features + ' ' + std::string(name);
        // The map's new node is allocated before the lock is taken, so that no allocation can fail while the lock is
        // held.
        Entries made;
        made[std::move(key)] = std::make_unique<Entry>();
        const std::lock_guard lock(mutex_);
        return *entries_.insert(made.extract(made.begin())).position->second;
    }

private:
    using Entries = std::map<std::string, std::unique_ptr<Entry>>;

    std::mutex mutex_;
    Entries entries_;
};

Entry& entry_of(std::string_view name, const Target& target) {
    static Store store;
    return store.entry(name, target);
}

ReadyBuiltin make_ready(std::string_view name, const Target& target, std::string& log) {
    ReadyBuiltin ready;
    llvm::TargetMachine& machine = target_machine(target);
    llvm::LLVMContext context;
    const auto module = extract_builtin(name, context, machine.createDataLayout(), machine.getTargetTriple(), log);
    if (!module) return ready;
    set_target_attributes(*module, target);
    AnalysisManagers analyses(&machine, nullptr, &name_passes);
    run_stage(Stage::ready_builtin, *module, analyses);
    ready.size = code_size(*module->getFunction(name), target.vector_bits);
    ready.body = write_bitcode(*module);
    return ready;
}

// Whether `code` can be copied into the code image of a kernel, because `code` needs no relocation and has no writable
// data.
bool can_be_copied(const FlatImage& code) {
    return code.relocations.empty() && code.image.size() == code.text_bytes + code.rodata_bytes;
}

FlatImage compile(std::string_view name, const Target& target, const ReadyBuiltin& ready, std::string& log) {
    FlatImage code;
    llvm::TargetMachine& machine = target_machine(target);
    llvm::LLVMContext context;
    const auto module = read_bitcode_checked(ready.body, context, log);
    if (!module) return code;
    AnalysisManagers analyses(&machine, nullptr, &name_passes);
    run_stage(Stage::cleanup, *module, analyses);
    run_stage(Stage::machine, *module, analyses);
    FrameSizes frames;
    if (!emit_code(*module, machine, CodegenEffort::optimizing, name, ImageLayout::packed, {}, code, frames, log) ||
        !can_be_copied(code))
        return {};
    return code;
}

}  // namespace

const ReadyBuiltin* ready_builtin(std::string_view name, const Target& target, std::string& log) {
    const ReadyBuiltin& ready = entry_of(name, target).ready.get([&] { return make_ready(name, target, log); });
    if (!ready.body.empty()) return &ready;
    log += "error: the library of builtin functions has no function '" + std::string(name) + "'\n";
    return nullptr;
}

const FlatImage* builtin_code(std::string_view name, const Target& target, std::string& log) {
    const ReadyBuiltin* ready = ready_builtin(name, target, log);
    if (!ready) return nullptr;
    const FlatImage& code = entry_of(name, target).code.get([&] { return compile(name, target, *ready, log); });
    return code.image.empty() ? nullptr : &code;
}

}  // namespace lanewise::compiler
