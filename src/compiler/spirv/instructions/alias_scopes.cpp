#include "compiler/spirv/instructions/alias_scopes.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Metadata.h>

namespace lanewise::compiler::il {
namespace {

using spirv::Decoration;
using spirv::Id;
using spirv::Instruction;
using spirv::Op;

const Instruction& declaration(const Translation& all, Id id, Op op, const Instruction& user) {
    const Instruction* found = all.source.definition(id);
    all.require(found && found->op == op, user, "%" + std::to_string(id) + " is no alias scope of this kind");
    return *found;
}

llvm::MDNode* domain(Translation& all, Id id, const Instruction& user) {
    declaration(all, id, Op::AliasDomainDeclINTEL, user);
    llvm::MDNode*& node = all.alias_nodes[id];
    if (!node) node = llvm::MDBuilder(all.context).createAnonymousAliasScopeDomain();
    return node;
}

llvm::MDNode* scope(Translation& all, Id id, const Instruction& user) {
    const Instruction& made = declaration(all, id, Op::AliasScopeDeclINTEL, user);
    llvm::MDNode* const own_domain = domain(all, made.operands[0], made);
    llvm::MDNode*& node = all.alias_nodes[id];
    if (!node) node = llvm::MDBuilder(all.context).createAnonymousAliasScope(own_domain);
    return node;
}

}  // namespace

llvm::MDNode* alias_scopes(Translation& all, Id id, const Instruction& user) {
    const Instruction& list = declaration(all, id, Op::AliasScopeListDeclINTEL, user);
    if (llvm::MDNode* const found = all.alias_nodes[id]) return found;
    llvm::SmallVector<llvm::Metadata*, 4> members;
    for (const Id member : list.operands) members.push_back(scope(all, member, list));
    return all.alias_nodes[id] = llvm::MDNode::get(all.context, members);
}

void add_decorated_scopes(Translation& all, const Instruction& instruction, llvm::Value* value) {
    auto* access = llvm::dyn_cast<llvm::Instruction>(value);
    if (!access || instruction.result == 0 || !access->mayReadOrWriteMemory()) return;
    if (const auto list = all.annotations.find(instruction.result, Decoration::AliasScopeINTEL))
        access->setMetadata(llvm::LLVMContext::MD_alias_scope, alias_scopes(all, (*list)[0], instruction));
    if (const auto list = all.annotations.find(instruction.result, Decoration::NoAliasINTEL))
        access->setMetadata(llvm::LLVMContext::MD_noalias, alias_scopes(all, (*list)[0], instruction));
}

}  // namespace lanewise::compiler::il
