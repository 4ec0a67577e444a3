#include "runtime/core/arg_block.h"

#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

ArgBlock::ArgBlock(std::size_t bytes) {
    if (bytes > inline_bytes) large_.reset(new (alignment) std::byte[bytes]);
}

ArgBlock::ArgBlock(ArgBlock&&) noexcept = default;
ArgBlock& ArgBlock::operator=(ArgBlock&&) noexcept = default;
ArgBlock::~ArgBlock() = default;

}  // namespace lanewise::runtime
