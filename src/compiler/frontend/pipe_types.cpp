#include "compiler/frontend/pipe_types.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {
namespace {

constexpr unsigned global_space = 1;

class PlainTypes final : public llvm::ValueMapTypeRemapper {
public:
    llvm::Type* remapType(llvm::Type* type) override {
        if (llvm::Type* known = known_.lookup(type)) return known;
        llvm::Type* plain = make_plain(type);
        return known_[type] = plain;
    }

    bool changes(llvm::Type* type) { return remapType(type) != type; }

private:
    llvm::SmallVector<llvm::Type*, 8> elements_of(llvm::ArrayRef<llvm::Type*> types) {
        llvm::SmallVector<llvm::Type*, 8> plain;
        for (llvm::Type* type : types) plain.push_back(remapType(type));
        return plain;
    }

    llvm::Type* make_plain(llvm::Type* type) {
        if (const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
            if (opaque->getName() == "spirv.Pipe") return llvm::PointerType::get(type->getContext(), global_space);
            if (opaque->getName() == "spirv.ReserveId") return llvm::Type::getInt64Ty(type->getContext());
            return type;
        }
        if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
            return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
        if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type))
            return llvm::FunctionType::get(remapType(function->getReturnType()), elements_of(function->params()),
                                           function->isVarArg());
        if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return make_plain_structure(*structure);
        return type;
    }

    llvm::Type* make_plain_structure(llvm::StructType& structure) {
        if (structure.isOpaque()) return &structure;
        const auto elements = elements_of(structure.elements());
        if (llvm::ArrayRef<llvm::Type*>(elements) == structure.elements()) return &structure;
        if (structure.isLiteral()) return llvm::StructType::get(structure.getContext(), elements, structure.isPacked());
        return llvm::StructType::create(elements, structure.getName(), structure.isPacked());
    }

    llvm::DenseMap<llvm::Type*, llvm::Type*> known_;
};

// The same function with a plain type; its body moves over.
llvm::Function* retyped(llvm::Function& function, PlainTypes& types, llvm::ValueToValueMapTy& values) {
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(function.getFunctionType()));
    auto* plain = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace());
    function.getParent()->getFunctionList().insert(function.getIterator(), plain);
    plain->takeName(&function);
    plain->copyAttributesFrom(&function);
    plain->copyMetadata(&function, 0);
    plain->splice(plain->begin(), &function);
    for (auto [from, to] : llvm::zip_equal(function.args(), plain->args())) {
        to.takeName(&from);
        values[&from] = &to;
    }
    values[&function] = plain;
    return plain;
}

llvm::GlobalVariable* retyped(llvm::GlobalVariable& variable, PlainTypes& types) {
    llvm::Constant* initial = nullptr;
    llvm::Type* type = types.remapType(variable.getValueType());
    if (variable.hasInitializer())
        initial = llvm::isa<llvm::UndefValue>(variable.getInitializer()) ? llvm::UndefValue::get(type)
                                                                         : llvm::Constant::getNullValue(type);
    auto* plain =
        new llvm::GlobalVariable(*variable.getParent(), type, variable.isConstant(), variable.getLinkage(), initial, "",
                                 &variable, variable.getThreadLocalMode(), variable.getAddressSpace());
    plain->takeName(&variable);
    plain->copyAttributesFrom(&variable);
    return plain;
}

bool has_pipe_types(const llvm::Module& module, PlainTypes& types) {
    return llvm::any_of(module.functions(),
                        [&](const llvm::Function& f) { return types.changes(f.getFunctionType()); }) ||
           llvm::any_of(module.globals(),
                        [&](const llvm::GlobalVariable& g) { return types.changes(g.getValueType()); });
}

}  // namespace

void replace_pipe_types(llvm::Module& module) {
    PlainTypes types;
    if (!has_pipe_types(module, types)) return;
    llvm::ValueToValueMapTy values;
    llvm::SmallVector<llvm::GlobalObject*, 8> replaced;
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
        if (!types.changes(variable.getValueType())) continue;
        values[&variable] = retyped(variable, types);
        replaced.push_back(&variable);
    }
    llvm::SmallVector<llvm::Function*, 16> functions;
    for (llvm::Function& function : module) functions.push_back(&function);
    for (llvm::Function*& function : functions) {
        if (!types.changes(function->getFunctionType())) continue;
        replaced.push_back(function);
        function = retyped(*function, types, values);
    }
    for (llvm::Function* function : functions)
        if (!function->isDeclaration()) llvm::RemapFunction(*function, values, llvm::RF_IgnoreMissingLocals, &types);
    for (llvm::GlobalObject* object : replaced) {
        // Addresses that initial values hold; they are pointers as before.
        object->replaceAllUsesWith(llvm::cast<llvm::Constant>(values[object]));
        object->eraseFromParent();
    }
}

}  // namespace lanewise::compiler
