#include "compiler/link/attribute_places.h"

#include <llvm/Bitcode/LLVMBitCodes.h>
#include <llvm/Bitstream/BitstreamReader.h>
#include <llvm/IR/Attributes.h>

#include <optional>

namespace lanewise::compiler {
namespace {

using llvm::BitstreamEntry;

// Size of the bitcode's magic number at the start of the bitstream.
constexpr unsigned magic_bits = 32;

template <class T>
std::optional<T> taken(llvm::Expected<T> expected) {
    if (expected) return std::move(*expected);
    llvm::consumeError(expected.takeError());
    return std::nullopt;
}

bool done(llvm::Error error) {
    const bool good = !error;
    llvm::consumeError(std::move(error));
    return good;
}

bool is_possible(std::uint64_t place) {
    constexpr std::uint64_t most_parameters = 1 << 16;
    return place <= most_parameters || place == llvm::AttributeList::FunctionIndex;
}

// False if the record of an attribute group has a parameter number that is too large for any function. The record
// consists of group number, parameter number and attributes.
bool is_possible(llvm::ArrayRef<std::uint64_t> record, unsigned code) {
    return code != llvm::bitc::PARAMATTR_GRP_CODE_ENTRY || record.size() < 2 || is_possible(record[1]);
}

class Places {
public:
    explicit Places(std::span<const std::uint8_t> bitcode) : stream_(llvm::ArrayRef(bitcode.data(), bitcode.size())) {}

    bool are_possible() {
        if (!done(stream_.JumpToBit(magic_bits))) return true;
        while (!stream_.AtEndOfStream()) {
            const auto entry = taken(stream_.advance());
            if (!entry || entry->Kind == BitstreamEntry::Error) return true;
            if (entry->Kind == BitstreamEntry::EndBlock) in_groups_ = false;
            if (entry->Kind == BitstreamEntry::SubBlock && !pass_block(entry->ID)) return possible_;
            if (entry->Kind == BitstreamEntry::Record && !pass_record(entry->ID)) return possible_;
        }
        return true;
    }

private:
    // Enters blocks of modules and of attribute groups, so that are_possible() continues with their content; skips all
    // other blocks.
    bool pass_block(unsigned block) {
        in_groups_ = block == llvm::bitc::PARAMATTR_GROUP_BLOCK_ID;
        if (block == llvm::bitc::BLOCKINFO_BLOCK_ID) {
            auto read = taken(stream_.ReadBlockInfoBlock());
            if (!read || !*read) return false;
            info_ = std::move(**read);
            stream_.setBlockInfo(&info_);
            return true;
        }
        const bool is_entered = in_groups_ || block == llvm::bitc::MODULE_BLOCK_ID;
        return done(is_entered ? stream_.EnterSubBlock(block) : stream_.SkipBlock());
    }

    bool pass_record(unsigned abbreviation) {
        if (!in_groups_) return taken(stream_.skipRecord(abbreviation)).has_value();
        record_.clear();
        const auto code = taken(stream_.readRecord(abbreviation, record_));
        if (!code) return false;
        possible_ = is_possible(record_, *code);
        return possible_;
    }

    llvm::BitstreamCursor stream_;
    llvm::BitstreamBlockInfo info_;
    llvm::SmallVector<std::uint64_t, 64> record_;
    bool in_groups_ = false;
    bool possible_ = true;
};

}  // namespace

bool has_possible_attribute_places(std::span<const std::uint8_t> bitcode) { return Places(bitcode).are_possible(); }

}  // namespace lanewise::compiler
