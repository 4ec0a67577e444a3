// Block reads and writes of sub-groups (SPV_INTEL_subgroups, SPV_INTEL_subgroup_buffer_prefetch). Neighbouring
// work-items access consecutive elements. In a sub-group of n work-items, adjacent components of a work-item's vector
// are n elements apart in memory.
//
// Blocks in memory become plain accesses, as in the builtins of OpenCL C (src/builtins/sub_group/intel.cl). The
// builtins themselves are not called, since they exist only for some types and address spaces.
#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/groups/lane_values.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/memory_access.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// Returns the type of a block's elements, which have 8, 16, 32 or 64 bits.
llvm::Type* element_of(const Body& body, const Instruction& instruction, llvm::Type* type) {
    llvm::Type* element = type->getScalarType();
    const unsigned bits = element->getScalarSizeInBits();
    body.all.require((element->isIntegerTy() || element->isFloatingPointTy()) &&
                         (bits == 8 || bits == 16 || bits == 32 || bits == 64),
                     instruction, "a block has elements of 8, 16, 32 or 64 bits");
    return element;
}

unsigned count_of(llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
}

// The addresses of the elements that a work-item accesses.
class Places {
public:
    Places(Body& body, const Instruction& instruction, llvm::Type* element)
        : builder_(body.builder), element_(element), base_(body.pointer(instruction, 0)) {
        llvm::Type* word = builder_.getInt32Ty();
        lane_ = extend(call_builtin(body, "get_sub_group_local_id", word, {}, {}));
        width_ = extend(call_builtin(body, "get_max_sub_group_size", word, {}, {}));
    }

    llvm::Value* at(unsigned component) {
        llvm::Value* row = builder_.CreateMul(width_, builder_.getInt64(component));
        return builder_.CreateInBoundsGEP(element_, base_, builder_.CreateAdd(lane_, row));
    }

private:
    llvm::Value* extend(llvm::Value* word) { return builder_.CreateZExt(word, builder_.getInt64Ty()); }

    llvm::IRBuilder<>& builder_;
    llvm::Type* element_;
    llvm::Value* base_;
    llvm::Value* lane_;
    llvm::Value* width_;
};

llvm::Value* read(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    llvm::Type* element = element_of(body, instruction, type);
    const llvm::Align alignment = body.all.types.alignment(element);
    Places places(body, instruction, element);
    if (!type->isVectorTy()) return body.builder.CreateAlignedLoad(element, places.at(0), alignment);
    llvm::Value* block = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < count_of(type); ++i)
        block = body.builder.CreateInsertElement(block,
                                                 body.builder.CreateAlignedLoad(element, places.at(i), alignment), i);
    return block;
}

llvm::Value* write(Body& body, const Instruction& instruction) {
    llvm::Value* block = body.operand(instruction, 1);
    llvm::Type* element = element_of(body, instruction, block->getType());
    const llvm::Align alignment = body.all.types.alignment(element);
    Places places(body, instruction, element);
    for (unsigned i = 0; i < count_of(block->getType()); ++i) {
        llvm::Value* part = block->getType()->isVectorTy() ? body.builder.CreateExtractElement(block, i) : block;
        body.builder.CreateAlignedStore(part, places.at(i), alignment);
    }
    return nullptr;
}

// Checks the operands and makes no code, since a prefetch is only a hint.
llvm::Value* prefetch(Body& body, const Instruction& instruction) {
    body.pointer(instruction, 0);
    body.integer(instruction, 1);
    return nullptr;
}

// Returns the mangled name of an image's type. Only two-dimensional images that are no arrays have blocks.
std::string image_name(const Body& body, const Instruction& instruction) {
    const TypeInfo& image = body.operand_type(instruction, 0);
    body.all.require(image.op == Op::TypeImage, instruction, "the operand is no image");
    const std::span<const std::uint32_t> form = image.definition->operands;
    // Section 3.52.6, OpTypeImage: sampled type, dim, depth, arrayed, multisampled, sampled, format, access.
    body.all.require(static_cast<spirv::Dim>(form[1]) == spirv::Dim::Dim2D && form[3] == 0 && form[4] == 0, instruction,
                     "blocks are parts of two-dimensional images");
    const auto access =
        form.size() > 7 ? static_cast<spirv::AccessQualifier>(form[7]) : spirv::AccessQualifier::ReadOnly;
    switch (access) {
        case spirv::AccessQualifier::WriteOnly: return "ocl_image2d_wo";
        case spirv::AccessQualifier::ReadWrite: return "ocl_image2d_rw";
        default: return "ocl_image2d_ro";
    }
}

// Returns the suffix of a builtin's name: empty for a 32-bit integer, "_us4" for four 16-bit integers.
std::string suffix_of(Body& body, const Instruction& instruction, llvm::Type* type) {
    const unsigned bits = element_of(body, instruction, type)->getScalarSizeInBits();
    const unsigned count = count_of(type);
    const bool exists = count == 1 || count == 2 || count == 4 || count == 8 || (count == 16 && bits <= 16);
    body.all.require(exists, instruction, "no block of an image has this number of rows");
    std::string suffix = bits == 8 ? "_uc" : bits == 16 ? "_us" : bits == 64 ? "_ul" : "";
    if (count > 1) suffix += std::to_string(count);
    return suffix;
}

llvm::Value* coordinate(Body& body, const Instruction& instruction) {
    llvm::Value* place = body.integer(instruction, 1);
    auto* pair = llvm::FixedVectorType::get(body.builder.getInt32Ty(), 2);
    body.all.require(place->getType() == pair, instruction, "the coordinate is no pair of 32-bit integers");
    return place;
}

llvm::Type* with_integers(Body& body, llvm::Type* type) {
    llvm::Type* element = body.builder.getIntNTy(type->getScalarSizeInBits());
    return type->isVectorTy() ? llvm::FixedVectorType::get(element, count_of(type)) : element;
}

llvm::Value* read_image(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    const std::string image = image_name(body, instruction);
    const std::string function = "intel_sub_group_block_read" + suffix_of(body, instruction, type);
    llvm::Value* place = coordinate(body, instruction);
    llvm::Value* block = call_builtin(body, function, with_integers(body, type),
                                      {named(image), number(place->getType(), Sign::is_signed)},
                                      {body.operand(instruction, 0), place}, true);
    return body.builder.CreateBitCast(block, type);
}

llvm::Value* write_image(Body& body, const Instruction& instruction) {
    llvm::Value* block = body.operand(instruction, 2);
    const std::string image = image_name(body, instruction);
    const std::string function = "intel_sub_group_block_write" + suffix_of(body, instruction, block->getType());
    llvm::Value* place = coordinate(body, instruction);
    block = body.builder.CreateBitCast(block, with_integers(body, block->getType()));
    call_builtin(body, function, body.builder.getVoidTy(),
                 {named(image), number(place->getType(), Sign::is_signed), number(block->getType())},
                 {body.operand(instruction, 0), place, block}, true);
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::SubgroupBlockReadINTEL, read},
    {Op::SubgroupBlockWriteINTEL, write},
    {Op::SubgroupBlockPrefetchINTEL, prefetch},
    {Op::SubgroupImageBlockReadINTEL, read_image},
    {Op::SubgroupImageBlockWriteINTEL, write_image},
};

}  // namespace

std::span<const TranslationRow> group_block_rows() { return rows; }

}  // namespace lanewise::compiler::il
