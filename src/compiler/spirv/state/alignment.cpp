#include "compiler/spirv/state/alignment.h"

#include <bit>

namespace lanewise::compiler::il {

using spirv::Decoration;
using spirv::Id;
using spirv::Instruction;

namespace {

// The alignment 128 as LLVM's SPIR-V back end writes it: as a signed byte, extended to a word.
constexpr std::uint64_t as_signed_byte = 0xffffff80;

}  // namespace

llvm::Align checked_alignment(const Translation& all, const Instruction& user, std::uint64_t bytes) {
    constexpr std::uint64_t largest = std::uint64_t{1} << 31;
    // Some producers write an alignment of 0 for a type without a size.
    if (bytes == 0) return llvm::Align(1);
    if (bytes == as_signed_byte) return llvm::Align(128);
    all.require(std::has_single_bit(bytes) && bytes <= largest, user, "an alignment is no power of two");
    return llvm::Align(bytes);
}

std::optional<llvm::Align> decorated_alignment(const Translation& all, Id id, const Instruction& user) {
    std::optional<std::uint64_t> bytes;
    if (const auto told = all.annotations.find(id, Decoration::Alignment); told && !told->empty()) bytes = (*told)[0];
    if (const auto told = all.annotations.find(id, Decoration::AlignmentId); told && !told->empty())
        bytes = all.constant((*told)[0], user);
    if (!bytes) return std::nullopt;
    // Use the largest power of two that divides the alignment: a multiple of 12 is also a multiple of 4.
    const std::uint64_t power = *bytes & (~*bytes + 1);
    return checked_alignment(all, user, *bytes == as_signed_byte ? *bytes : power);
}

llvm::Align variable_alignment(const Translation& all, const Instruction& variable, llvm::Align natural) {
    const llvm::Align told = decorated_alignment(all, variable.result, variable).value_or(natural);
    constexpr std::uint64_t page = 4096;
    all.require(told.value() <= page, variable, "no variable has an alignment of more than 4096 bytes");
    return std::max(told, natural);
}

}  // namespace lanewise::compiler::il
