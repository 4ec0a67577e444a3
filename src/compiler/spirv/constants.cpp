#include "compiler/spirv/constants.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <string>

#include "compiler/spirv/instructions/arithmetic/small_float_arithmetic.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/linkage.h"
#include "compiler/spirv/pipe_storage.h"
#include "compiler/spirv/state/alignment.h"
#include "compiler/spirv/state/null_constant.h"
#include "compiler/spirv/state/variables.h"

namespace lanewise::compiler::il {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

// Maximum number of bits in the data of one instruction: an instruction has at most 65535 words.
constexpr std::uint64_t max_data_bits = std::uint64_t{65535} * 32;

// Returns the value that the application gave for a specialization constant, or nothing.
const SpecializationValue* specialized(const Translation& all, const Instruction& instruction) {
    const auto id = all.annotations.find(instruction.result, spirv::Decoration::SpecId);
    if (!id || id->empty()) return nullptr;
    const auto found = std::ranges::find(all.program.constants, (*id)[0], &SpecializationValue::id);
    return found == all.program.constants.end() ? nullptr : &*found;
}

llvm::Constant* number(Translation& all, const Instruction& instruction) {
    llvm::Type* type = all.types.value(instruction.type, instruction);
    const spirv::Op kind = all.types.info(instruction.type, instruction).op;
    all.require(kind == Op::TypeInt || kind == Op::TypeFloat, instruction, "the result is no number");
    const unsigned bits = type->getScalarSizeInBits();
    const std::size_t words = (bits + 31) / 32;
    all.require(instruction.operands.size() == words, instruction, "the number has another size than its type");
    llvm::APInt value(static_cast<unsigned>(words * 32), 0);
    for (std::size_t i = 0; i < words; ++i)
        value.insertBits(instruction.operands[i], static_cast<unsigned>(i * 32), 32);
    if (instruction.op == Op::SpecConstant)
        if (const SpecializationValue* own = specialized(all, instruction)) value = llvm::APInt(64, own->bits);
    value = value.zextOrTrunc(bits);
    if (type->isIntegerTy()) return llvm::ConstantInt::get(type, value);
    return llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), value));
}

// OpConstantDataKHR: the elements of an array of integers, without padding between them (SPV_KHR_constant_data).
llvm::Constant* data(Translation& all, const Instruction& instruction) {
    auto* type = llvm::dyn_cast<llvm::ArrayType>(all.types.value(instruction.type, instruction));
    all.require(type && type->getElementType()->isIntegerTy(), instruction, "the result is no array of integers");
    // clSetProgramSpecializationConstant() cannot set arrays.
    all.require(!specialized(all, instruction), instruction, "an array cannot be specialized");
    // An integer of an unusual width takes more bits as an element of an LLVM array than in the data of the
    // instruction.
    const unsigned bits =
        all.types.value(all.types.info(instruction.type, instruction).element, instruction)->getIntegerBitWidth();
    const unsigned room = type->getElementType()->getIntegerBitWidth();
    const std::uint64_t count = type->getNumElements();
    all.require(count <= max_data_bits / bits && instruction.operands.size() == (count * bits + 31) / 32, instruction,
                "the data has another size than the array");
    llvm::SmallVector<llvm::Constant*, 16> elements;
    for (std::uint64_t element = 0; element < count; ++element) {
        llvm::APInt value(bits, 0);
        for (unsigned bit = 0; bit < bits; ++bit) {
            const std::uint64_t place = element * bits + bit;
            value.setBitVal(bit, ((instruction.operands[place / 32] >> (place % 32)) & 1) != 0);
        }
        elements.push_back(llvm::ConstantInt::get(type->getElementType(), value.zext(room)));
    }
    return llvm::ConstantArray::get(type, elements);
}

llvm::Constant* boolean(Translation& all, const Instruction& instruction) {
    llvm::Type* type = all.types.value(instruction.type, instruction);
    all.require(all.types.info(instruction.type, instruction).op == Op::TypeBool, instruction, "the result is no bool");
    bool value = instruction.op == Op::ConstantTrue || instruction.op == Op::SpecConstantTrue;
    if (instruction.op == Op::SpecConstantTrue || instruction.op == Op::SpecConstantFalse)
        if (const SpecializationValue* own = specialized(all, instruction)) value = (own->bits & 0xff) != 0;
    return llvm::ConstantInt::getBool(type, value);
}

// OpConstantSampler: the word by which kernels represent samplers has the bits of OpenCL's CLK_ constants
// (lanewise/image_descriptor.h).
llvm::Constant* sampler(Translation& all, const Instruction& instruction) {
    llvm::Type* type = all.types.value(instruction.type, instruction);
    all.require(type->isIntegerTy(64), instruction, "the result is no sampler");
    // Section 3.12: None 0, ClampToEdge 1, Clamp 2, Repeat 3, RepeatMirrored 4; the constants CLK_ADDRESS_* are these
    // values times 2.
    const std::uint64_t addressing = instruction.operands[0];
    const std::uint64_t normalized = instruction.operands[1];
    const std::uint64_t linear = instruction.operands[2];
    all.require(addressing <= 4 && normalized <= 1 && linear <= 1, instruction, "there is no such sampler");
    return llvm::ConstantInt::get(type, (addressing << 1) | normalized | (linear == 0 ? 0x10 : 0x20));
}

// Computes constants from other constants: translates their instructions into a temporary function, as if they were in
// a function's body, and folds the result.
class Folder {
public:
    explicit Folder(Translation& all)
        : all_(all),
          function_(llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(all.context), false),
                                           llvm::GlobalValue::InternalLinkage, "constants", all.module)),
          block_(llvm::BasicBlock::Create(all.context, "", function_)),
          body_(all, *function_) {
        body_.builder.SetInsertPoint(block_);
    }
    Folder(const Folder&) = delete;
    ~Folder() { function_->eraseFromParent(); }

    llvm::Constant* fold(const Instruction& instruction) {
        const Translate translate = translation_of(instruction.op);
        all_.require(translate, instruction, "the operation is not supported");
        llvm::Value* value = translate_instruction(body_, instruction, translate);
        all_.require(value, instruction, "the operation has no result");
        return fold_all(value, instruction);
    }

private:
    // Folds the instructions of the block in order, so that the operands of each instruction are already constants.
    llvm::Constant* fold_all(llvm::Value* value, const Instruction& instruction) {
        for (llvm::Instruction& step : llvm::make_early_inc_range(*block_)) {
            llvm::Constant* folded = llvm::ConstantFoldInstruction(&step, all_.types.layout());
            all_.require(folded, instruction, "the operation has no constant result");
            if (&step == value) value = folded;
            step.replaceAllUsesWith(folded);
            step.eraseFromParent();
        }
        auto* constant = llvm::dyn_cast<llvm::Constant>(value);
        all_.require(constant, instruction, "the operands are no constants");
        return constant;
    }

    Translation& all_;
    llvm::Function* function_;
    llvm::BasicBlock* block_;
    Body body_;
};

// Returns the constant of an OpConstantComposite whose type is a structure or array; null for other instructions.
// Inserting the constituents one by one would make a constant of the whole object's size for each constituent.
llvm::Constant* aggregate(Translation& all, const Instruction& instruction) {
    if (instruction.op != Op::ConstantComposite && instruction.op != Op::SpecConstantComposite) return nullptr;
    llvm::Type* type = all.types.value(instruction.type, instruction);
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
    if (!structure && !array) return nullptr;
    const std::uint64_t count = structure ? structure->getNumElements() : array->getNumElements();
    all.require(instruction.operands.size() == count, instruction, "it has another number of constituents");
    llvm::SmallVector<llvm::Constant*, 16> constituents;
    for (const Id id : instruction.operands) {
        llvm::Type* part =
            structure ? structure->getElementType(static_cast<unsigned>(constituents.size())) : array->getElementType();
        auto* constant = llvm::dyn_cast<llvm::Constant>(all.value(id, instruction));
        if (constant && constant->getType() != part && Body::has_form(constant->getType(), part))
            constant = llvm::ConstantFoldCastOperand(llvm::Instruction::ZExt, constant, part, all.types.layout());
        all.require(constant && constant->getType() == part, instruction, "the constituents do not fit the result");
        constituents.push_back(constant);
    }
    if (structure) return llvm::ConstantStruct::get(structure, constituents);
    return llvm::ConstantArray::get(array, constituents);
}

llvm::Constant* folded(Translation& all, const Instruction& instruction) {
    if (llvm::Constant* whole = aggregate(all, instruction)) return whole;
    Instruction operation = instruction;
    switch (instruction.op) {
        case Op::SpecConstantOp:
            operation.op = static_cast<Op>(instruction.operands[0]);
            operation.operands = instruction.operands.subspan(1);
            break;
        case Op::ConstantComposite:
        case Op::SpecConstantComposite: operation.op = Op::CompositeConstruct; break;
        case Op::ConstantCompositeReplicateEXT:
        case Op::SpecConstantCompositeReplicateEXT: operation.op = Op::CompositeConstructReplicateEXT; break;
        default: break;
    }
    llvm::Constant* constant = Folder(all).fold(operation);
    check_expression(all, instruction, constant);
    return constant;
}

// Returns the variable that another instruction has declared with the linkage name of `instruction`. At least one of
// the two instructions must declare an import.
llvm::GlobalVariable* linked_variable(const Translation& all, const Instruction& instruction, llvm::Type* memory,
                                      unsigned space) {
    const auto linkage = linkage_of(all, instruction.result);
    if (!linkage) return nullptr;
    const llvm::StringRef name(linkage->name.data(), linkage->name.size());
    llvm::GlobalVariable* known = all.module.getGlobalVariable(name);
    if (!known) return nullptr;
    const bool is_import = linkage->type == spirv::LinkageType::Import;
    all.require(
        (is_import || known->isDeclaration()) && known->getValueType() == memory && known->getAddressSpace() == space,
        instruction, "two variables are named \"" + std::string(linkage->name) + "\"");
    return known;
}

}  // namespace

void check_expression(const Translation& all, const Instruction& instruction, const llvm::Value* value) {
    constexpr std::size_t most_parts = 1000;
    std::size_t parts = 0;
    llvm::SmallVector<const llvm::Value*, 16> left{value};
    while (!left.empty()) {
        const llvm::Value* part = left.pop_back_val();
        if (!llvm::isa<llvm::ConstantExpr, llvm::ConstantVector>(part)) continue;
        const auto* expression = llvm::cast<llvm::Constant>(part);
        parts += expression->getNumOperands();
        all.require(parts <= most_parts, instruction, "the expression has too many operations on addresses");
        left.append(expression->value_op_begin(), expression->value_op_end());
    }
}

bool define_constant(Translation& all, const Instruction& instruction) {
    const auto define = [&](llvm::Constant* value) {
        all.define(instruction, value);
        return true;
    };
    switch (instruction.op) {
        case Op::Constant:
        case Op::SpecConstant: return define(number(all, instruction));
        case Op::ConstantTrue:
        case Op::ConstantFalse:
        case Op::SpecConstantTrue:
        case Op::SpecConstantFalse: return define(boolean(all, instruction));
        case Op::ConstantDataKHR:
        case Op::SpecConstantDataKHR: return define(data(all, instruction));
        case Op::ConstantNull: return define(null_constant(all, instruction.type, instruction));
        case Op::ConstantSampler: return define(sampler(all, instruction));
        case Op::ConstantPipeStorage: return define(pipe_storage(all, instruction));
        case Op::ConstantComposite:
        case Op::SpecConstantComposite:
        case Op::ConstantCompositeReplicateEXT:
        case Op::SpecConstantCompositeReplicateEXT:
        case Op::SpecConstantOp:
        case Op::PoisonKHR:
        case Op::Undef: return define(folded(all, instruction));
        default: return false;
    }
}

void define_variable(Translation& all, const Instruction& instruction) {
    const VariableForm form = variable_form(all, instruction);
    llvm::Type* memory = all.types.memory(form.type, instruction);
    const unsigned space = all.types.space(form.storage, instruction);
    const bool is_constant = form.storage == spirv::StorageClass::UniformConstant;
    const bool is_local = form.storage == spirv::StorageClass::Workgroup;
    llvm::Constant* initializer = nullptr;
    if (form.initializer != 0) {
        llvm::Value* value = all.value(form.initializer, instruction);
        initializer = llvm::dyn_cast<llvm::Constant>(value);
        const bool is_integer = initializer && initializer->getType()->isIntOrIntVectorTy();
        if (is_integer && all.type_of(form.initializer) == form.type && initializer->getType() != memory)
            initializer =
                llvm::ConstantFoldCastOperand(llvm::Instruction::ZExt, initializer, memory, all.types.layout());
        all.require(initializer && initializer->getType() == memory, instruction,
                    "the initializer is no constant of the variable's type");
    }
    std::string name(all.annotations.name(instruction.result));
    auto linkage = llvm::GlobalValue::InternalLinkage;
    bool has_value = true;
    if (const auto outside = linkage_of(all, instruction.result)) {
        name = outside->name;
        linkage = llvm_linkage(outside->type);
        has_value = outside->type != spirv::LinkageType::Import;
    }
    if (!has_value)
        initializer = nullptr;
    else if (!initializer)
        initializer = is_local ? llvm::UndefValue::get(memory) : llvm::Constant::getNullValue(memory);
    if (llvm::GlobalVariable* known = linked_variable(all, instruction, memory, space)) {
        if (initializer) known->setInitializer(initializer);
        return all.define(instruction, known);
    }
    if (is_reserved_name(name)) name = "variable";
    auto* variable = new llvm::GlobalVariable(all.module, memory, is_constant, linkage, initializer, name, nullptr,
                                              llvm::GlobalValue::NotThreadLocal, space);
    variable->setAlignment(variable_alignment(all, instruction, all.types.alignment(memory)));
    all.define(instruction, variable);
}

}  // namespace lanewise::compiler::il
