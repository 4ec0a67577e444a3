#include "compiler/frontend/queue_types.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {
namespace {

class WordTypes final : public llvm::ValueMapTypeRemapper {
public:
    llvm::Type* remapType(llvm::Type* type) override {
        if (const auto known = known_.find(type); known != known_.end()) return known->second;
        llvm::Type* made = make(type);
        known_[type] = made;
        return made;
    }

    bool changes(llvm::Type* type) { return remapType(type) != type; }

private:
    llvm::SmallVector<llvm::Type*, 8> all_of(llvm::ArrayRef<llvm::Type*> types) {
        llvm::SmallVector<llvm::Type*, 8> words;
        for (llvm::Type* type : types) words.push_back(remapType(type));
        return words;
    }

    llvm::Type* make(llvm::Type* type) {
        if (const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
            const bool is_word = opaque->getName() == "spirv.Queue" || opaque->getName() == "spirv.DeviceEvent";
            return is_word ? llvm::Type::getInt64Ty(type->getContext()) : type;
        }
        if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
            return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
        if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type))
            return llvm::FunctionType::get(remapType(function->getReturnType()), all_of(function->params()),
                                           function->isVarArg());
        auto* structure = llvm::dyn_cast<llvm::StructType>(type);
        if (!structure || structure->isOpaque()) return type;
        const auto elements = all_of(structure->elements());
        if (llvm::ArrayRef<llvm::Type*>(elements) == structure->elements()) return type;
        if (structure->isLiteral()) return llvm::StructType::get(type->getContext(), elements, structure->isPacked());
        return llvm::StructType::create(elements, structure->getName(), structure->isPacked());
    }

    llvm::DenseMap<llvm::Type*, llvm::Type*> known_;
};

// The same function with the new type; its body moves over.
llvm::Function* retyped(llvm::Function& function, WordTypes& types, llvm::ValueToValueMapTy& values) {
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(function.getFunctionType()));
    auto* made = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace());
    function.getParent()->getFunctionList().insert(function.getIterator(), made);
    made->takeName(&function);
    made->copyAttributesFrom(&function);
    made->copyMetadata(&function, 0);
    made->splice(made->begin(), &function);
    for (auto [from, to] : llvm::zip_equal(function.args(), made->args())) {
        to.takeName(&from);
        values[&from] = &to;
    }
    values[&function] = made;
    return made;
}

// Instructions, and what they are given, have these types only where such a value came from somewhere.
bool has_queue_types(const llvm::Module& module) {
    for (const llvm::StructType* structure : module.getIdentifiedStructTypes())
        for (const llvm::Type* element : structure->elements())
            if (llvm::isa<llvm::TargetExtType>(element)) return true;
    const auto is_opaque = [](const llvm::Type* type) { return llvm::isa<llvm::TargetExtType>(type); };
    for (const llvm::Function& function : module) {
        if (is_opaque(function.getReturnType())) return true;
        if (llvm::any_of(function.getFunctionType()->params(), is_opaque)) return true;
        for (const llvm::BasicBlock& block : function)
            for (const llvm::Instruction& instruction : block)
                if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
                    is_opaque(instruction.getType()) || (variable && is_opaque(variable->getAllocatedType())))
                    return true;
    }
    return false;
}

}  // namespace

void replace_queue_types(llvm::Module& module) {
    if (!has_queue_types(module)) return;
    WordTypes types;
    llvm::ValueToValueMapTy values;
    llvm::SmallVector<llvm::Function*, 8> replaced;
    llvm::SmallVector<llvm::Function*, 16> functions;
    for (llvm::Function& function : module) functions.push_back(&function);
    for (llvm::Function*& function : functions) {
        if (!types.changes(function->getFunctionType())) continue;
        replaced.push_back(function);
        function = retyped(*function, types, values);
    }
    for (llvm::Function* function : functions)
        if (!function->isDeclaration()) llvm::RemapFunction(*function, values, llvm::RF_IgnoreMissingLocals, &types);
    for (llvm::Function* function : replaced) {
        function->replaceAllUsesWith(llvm::cast<llvm::Constant>(values[function]));
        function->eraseFromParent();
    }
}

}  // namespace lanewise::compiler
