#include "compiler/spirv/instructions/builtin_variables.h"

#include <llvm/IR/Constants.h>

#include <optional>
#include <string>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/state/variables.h"

namespace lanewise::compiler::il {
namespace {

using spirv::BuiltIn;
using spirv::Id;
using spirv::Instruction;

/// The function of OpenCL C that returns a built-in variable's value, or one component of it.
struct Query {
    BuiltIn variable;
    std::string_view function;
    bool has_dimension;  // the function has the dimension as an argument, and returns size_t
};

constexpr Query queries[] = {
    {BuiltIn::NumWorkgroups, "get_num_groups", true},
    {BuiltIn::WorkgroupSize, "get_local_size", true},
    {BuiltIn::WorkgroupId, "get_group_id", true},
    {BuiltIn::LocalInvocationId, "get_local_id", true},
    {BuiltIn::GlobalInvocationId, "get_global_id", true},
    {BuiltIn::GlobalSize, "get_global_size", true},
    {BuiltIn::EnqueuedWorkgroupSize, "get_enqueued_local_size", true},
    {BuiltIn::GlobalOffset, "get_global_offset", true},
    {BuiltIn::LocalInvocationIndex, "get_local_linear_id", false},
    {BuiltIn::GlobalLinearId, "get_global_linear_id", false},
    {BuiltIn::WorkDim, "get_work_dim", false},
    {BuiltIn::DeviceBarrierValidINTEL, "intel_is_device_barrier_valid", false},
    {BuiltIn::SubgroupSize, "get_sub_group_size", false},
    {BuiltIn::SubgroupMaxSize, "get_max_sub_group_size", false},
    {BuiltIn::NumSubgroups, "get_num_sub_groups", false},
    {BuiltIn::NumEnqueuedSubgroups, "get_enqueued_num_sub_groups", false},
    {BuiltIn::SubgroupId, "get_sub_group_id", false},
    {BuiltIn::SubgroupLocalInvocationId, "get_sub_group_local_id", false},
    {BuiltIn::SubgroupEqMask, "get_sub_group_eq_mask", false},
    {BuiltIn::SubgroupGeMask, "get_sub_group_ge_mask", false},
    {BuiltIn::SubgroupGtMask, "get_sub_group_gt_mask", false},
    {BuiltIn::SubgroupLeMask, "get_sub_group_le_mask", false},
    {BuiltIn::SubgroupLtMask, "get_sub_group_lt_mask", false},
};

bool is_mask(BuiltIn variable) { return variable >= BuiltIn::SubgroupEqMask && variable <= BuiltIn::SubgroupLtMask; }

llvm::Type* result_of(llvm::IRBuilder<>& builder, BuiltIn variable) {
    switch (variable) {
        case BuiltIn::LocalInvocationIndex:
        case BuiltIn::GlobalLinearId: return builder.getInt64Ty();
        case BuiltIn::DeviceBarrierValidINTEL: return builder.getInt1Ty();
        default: return builder.getInt32Ty();
    }
}

llvm::Value* component(Body& body, const Query& query, llvm::Type* type, unsigned dimension) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* value = nullptr;
    if (query.has_dimension) {
        value = call_builtin(body, query.function, builder.getInt64Ty(), number(builder.getInt32Ty()),
                             builder.getInt32(dimension));
    } else {
        value = call_builtin(body, query.function, result_of(builder, query.variable), {}, {});
    }
    return builder.CreateZExtOrTrunc(value, type);
}

llvm::Value* value_of(Body& body, const Query& query, llvm::Type* type) {
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (vector && is_mask(query.variable)) return call_builtin(body, query.function, type, {}, {});
    if (!vector) return component(body, query, type, 0);
    llvm::Value* value = llvm::PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
        value = body.builder.CreateInsertElement(value, component(body, query, vector->getElementType(), i), i);
    return value;
}

const Query* query_of(const Translation& all, Id variable) {
    const auto builtin = all.annotations.find(variable, spirv::Decoration::BuiltIn);
    if (!builtin || builtin->empty()) return nullptr;
    const auto found = std::ranges::find(queries, static_cast<BuiltIn>((*builtin)[0]), &Query::variable);
    return found == std::end(queries) ? nullptr : &*found;
}

}  // namespace

bool is_builtin_variable(const Translation& all, Id id) { return all.annotations.has(id, spirv::Decoration::BuiltIn); }

llvm::Value* query_builtin(Body& body, const Instruction& call, std::string_view name) {
    const auto is_named = [&](const Query& query) {
        const auto* form = spirv::enumerant_of(spirv::OperandKind::BuiltIn, static_cast<std::uint32_t>(query.variable));
        return form && name == form->name;
    };
    const auto query = std::ranges::find_if(queries, is_named);
    body.all.require(query != std::end(queries), call, "kernels have no variable " + std::string(name));
    llvm::Type* type = body.result_type(call);
    body.all.require(type->isIntOrIntVectorTy() && is_mask(query->variable) == type->isVectorTy(), call,
                     "the built-in variable has another type");
    body.all.require(call.operands.size() == (query->has_dimension ? 2 : 1), call,
                     "the call has another number of operands");
    if (!query->has_dimension) return value_of(body, *query, type);
    llvm::Value* dimension = body.integer(call, 1);
    body.all.require(dimension->getType()->isIntegerTy(), call, "the dimension is no scalar");
    llvm::IRBuilder<>& builder = body.builder;
    dimension = builder.CreateZExtOrTrunc(dimension, builder.getInt32Ty());
    llvm::Value* value =
        call_builtin(body, query->function, builder.getInt64Ty(), number(builder.getInt32Ty()), dimension);
    return builder.CreateZExtOrTrunc(value, type);
}

void BuiltinVariables::prepare(const Instruction& instruction) {
    for (const std::uint32_t word : instruction.operands) {
        const Instruction* definition = body_.all.source.definition(word);
        if (definition && is_variable(definition->op) && is_builtin_variable(body_.all, word)) place(word, instruction);
    }
}

void BuiltinVariables::place(Id variable, const Instruction& user) {
    llvm::Value*& place = places_[variable];
    if (!place) {
        const Query* query = query_of(body_.all, variable);
        body_.all.require(query, user, "%" + std::to_string(variable) + " is no built-in variable of kernels");
        const Instruction& definition = *body_.all.source.definition(variable);
        llvm::Type* type = body_.all.types.value(variable_form(body_.all, definition).type, definition);
        body_.all.require(type->isIntOrIntVectorTy() && !(is_mask(query->variable) && !type->isVectorTy()), definition,
                          "the built-in variable has another type");
        llvm::AllocaInst* made = body_.allocate(type);
        const llvm::IRBuilder<>::InsertPointGuard guard(body_.builder);
        body_.begin_after_variables();
        body_.builder.CreateStore(value_of(body_, *query, type), made);
        place = made;
    }
    body_.all.values[variable] = place;
}

}  // namespace lanewise::compiler::il
