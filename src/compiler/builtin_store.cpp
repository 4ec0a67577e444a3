#include "compiler/builtin_store.h"

#include <llvm/IR/LLVMContext.h>

#include <map>
#include <memory>
#include <mutex>

#include "compiler/analysis/code_size.h"
#include "compiler/analysis_managers.h"
#include "compiler/bitcode.h"
#include "compiler/code_emitter.h"
#include "compiler/last_passes.h"
#include "compiler/link.h"
#include "compiler/pass_list.h"
#include "compiler/passes/complete_builtins.h"
#include "compiler/passes/lower_float_ops.h"
#include "compiler/target_machine.h"

namespace lanewise::compiler {
namespace {

struct Entry {
    std::once_flag made, compiled;
    ReadyBuiltin ready;  // without a body: could not be made
    FlatImage code;      // empty: could not be compiled
};

// Entries of all targets; an entry stays where it is.
class Store {
public:
    Entry& entry(std::string_view name, const Target& target) {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Entry>& found =
            entries_[std::to_string(target.vector_bits) + target.features + ' ' + std::string(name)];
        if (!found) found = std::make_unique<Entry>();
        return *found;
    }

private:
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<Entry>> entries_;
};

Entry& entry_of(std::string_view name, const Target& target) {
    static Store store;
    return store.entry(name, target);
}

void make_ready(std::string_view name, const Target& target, ReadyBuiltin& ready, std::string& log) {
    llvm::TargetMachine& machine = target_machine(target);
    llvm::LLVMContext context;
    const auto module = extract_builtin(name, context, machine.createDataLayout(), machine.getTargetTriple(), log);
    if (!module) return;
    set_target_attributes(*module, target);
    AnalysisManagers analyses(&machine);
    PassList().function(LowerFloatOps()).module(CompleteBuiltins()).run(*module, analyses);
    ready.size = code_size(*module->getFunction(name), target.vector_bits);
    ready.body = write_bitcode(*module);
}

// Whether it may become part of another image, where it is neither patched nor written to.
bool can_be_copied(const FlatImage& code) {
    return code.relocations.empty() && code.image.size() == code.text_bytes + code.rodata_bytes;
}

void compile(std::string_view name, const Target& target, const ReadyBuiltin& ready, FlatImage& code,
             std::string& log) {
    llvm::TargetMachine& machine = target_machine(target);
    llvm::LLVMContext context;
    const auto module = read_bitcode_checked(ready.body, context, log);
    if (!module) return;
    AnalysisManagers analyses(&machine);
    run_last_passes(*module, analyses, /*optimize=*/true);
    set_effort(machine, CodegenEffort::optimizing);
    std::uint64_t frames = 0;
    if (!emit_code(*module, machine, name, ImageLayout::packed, {}, code, frames, log) || !can_be_copied(code)) code = {};
}

}  // namespace

const ReadyBuiltin* ready_builtin(std::string_view name, const Target& target, std::string& log) {
    Entry& entry = entry_of(name, target);
    std::call_once(entry.made, [&] { make_ready(name, target, entry.ready, log); });
    if (!entry.ready.body.empty()) return &entry.ready;
    log += "the builtin library has no function '" + std::string(name) + "'\n";
    return nullptr;
}

const FlatImage* builtin_code(std::string_view name, const Target& target, std::string& log) {
    const ReadyBuiltin* ready = ready_builtin(name, target, log);
    if (!ready) return nullptr;
    Entry& entry = entry_of(name, target);
    std::call_once(entry.compiled, [&] { compile(name, target, *ready, entry.code, log); });
    return entry.code.image.empty() ? nullptr : &entry.code;
}

}  // namespace lanewise::compiler
