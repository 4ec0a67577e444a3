#include "builtins/tools/split_module.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanewise::builtins {
namespace {

using Functions = llvm::SmallVector<const llvm::Function*, 8>;

// Adds the functions whose bodies use `value`, directly or through constants.
void add_users(const llvm::Value& value, Functions& found) {
    for (const llvm::User* user : value.users()) {
        if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
            found.push_back(instruction->getFunction());
        else if (llvm::isa<llvm::Constant>(user))
            add_users(*user, found);
    }
}

// Returns groups of functions that call each other, in the module's order.
std::vector<Functions> groups_of(const llvm::Module& module) {
    llvm::EquivalenceClasses<const llvm::Function*> calling;
    for (const llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        calling.insert(&function);
        Functions users;
        add_users(function, users);
        for (const llvm::Function* user : users) calling.unionSets(&function, user);
    }
    llvm::MapVector<const llvm::Function*, Functions> groups;
    for (const llvm::Function& function : module)
        if (!function.isDeclaration()) groups[calling.getLeaderValue(&function)].push_back(&function);
    std::vector<Functions> result;
    for (auto& [leader, functions] : groups) result.push_back(functions);
    return result;
}

// Removes unused functions and variables repeatedly, until all that remain are used.
void drop_unused(llvm::Module& module) {
    const auto is_unused = [](llvm::GlobalValue& global) {
        global.removeDeadConstantUsers();
        return global.use_empty() && (global.isDeclaration() || global.hasLocalLinkage());
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (llvm::Function& function : llvm::make_early_inc_range(module))
            if (is_unused(function)) function.eraseFromParent(), changed = true;
        for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals()))
            if (is_unused(variable)) variable.eraseFromParent(), changed = true;
    }
}

std::unique_ptr<llvm::Module> part_with(const llvm::Module& module, const llvm::DenseSet<const void*>& kept) {
    llvm::ValueToValueMapTy map;
    auto part = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* global) {
        return llvm::isa<llvm::GlobalVariable>(global) || kept.contains(global);
    });
    drop_unused(*part);
    return part;
}

}  // namespace

std::vector<std::unique_ptr<llvm::Module>> split_module(const llvm::Module& module, unsigned instructions) {
    std::vector<std::unique_ptr<llvm::Module>> parts;
    llvm::DenseSet<const void*> kept;
    unsigned size = 0;
    for (const Functions& group : groups_of(module)) {
        for (const llvm::Function* function : group) {
            kept.insert(function);
            // Reading the name and the type of a function takes as long as reading twenty instructions.
            size += 20 + function->getInstructionCount();
        }
        if (size < instructions) continue;
        parts.push_back(part_with(module, kept));
        kept.clear();
        size = 0;
    }
    if (!kept.empty()) parts.push_back(part_with(module, kept));
    return parts;
}

}  // namespace lanewise::builtins
