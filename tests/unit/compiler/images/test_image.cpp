#include "images/test_image.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

namespace lanewise::test {

TestImage::TestImage(ChannelOrder order, ChannelType type, const ImageSize& size, unsigned padding, Guarded guarded)
    : format_(find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type))), size_(size) {
    if (!format_) throw std::invalid_argument("no such format");
    abi::ImageLevel& level = descriptor_.level;
    level.width = size.width;
    level.height = size.height;
    level.depth = size.depth;
    level.row_pitch = std::uint64_t{size.width} * format_->texel.bytes + padding * format_->texel.bytes;
    level.slice_pitch = level.row_pitch * (size.height + padding);
    const std::size_t row = std::size_t{size.width} * format_->texel.bytes;
    const std::size_t bytes = (slices() - 1) * level.slice_pitch + (size.height - 1) * level.row_pitch + row;

    level.bytes = static_cast<unsigned>(bytes);
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t whole = (bytes + page - 1) / page * page;
    mapped_ = whole + 2 * page;
    void* mapping = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) throw std::bad_alloc();
    mapping_ = static_cast<std::byte*>(mapping);
    mprotect(mapping_ + page, whole, PROT_READ | PROT_WRITE);
    level.texels = reinterpret_cast<std::uint64_t>(mapping_ + page + (guarded == Guarded::behind ? whole - bytes : 0));

    descriptor_.format = format_->texel;
    descriptor_.layers = size.layers;
    descriptor_.dimensions = size.dimensions;
    descriptor_.is_array = size.is_array;
    descriptor_.channel_order = static_cast<std::uint32_t>(order);
    descriptor_.channel_type = static_cast<std::uint32_t>(type);
    descriptor_.mip_levels = 1;
    descriptor_.levels = reinterpret_cast<std::uint64_t>(&descriptor_.level);
    descriptor_.is_small = 1;
}

TestImage::~TestImage() { munmap(mapping_, mapped_); }

std::byte* TestImage::texel(unsigned x, unsigned y, unsigned z) const {
    const abi::ImageLevel& level = descriptor_.level;
    return reinterpret_cast<std::byte*>(level.texels) + z * level.slice_pitch + y * level.row_pitch +
           std::size_t{x} * format_->texel.bytes;
}

void TestImage::add_level(const TestImage& level) {
    if (levels_.empty()) levels_.push_back(descriptor_.level);
    levels_.push_back(level.descriptor_.level);
    descriptor_.mip_levels = static_cast<unsigned>(levels_.size());
    descriptor_.levels = reinterpret_cast<std::uint64_t>(levels_.data());
}

void TestImage::fill(std::mt19937& random) {
    for (unsigned z = 0; z < slices(); ++z)
        for (unsigned y = 0; y < size_.height; ++y)
            for (unsigned x = 0; x < size_.width; ++x) {
                std::byte* at = texel(x, y, z);
                for (unsigned c = 0; c < format_->texel.bytes; ++c) at[c] = static_cast<std::byte>(random());
                for (unsigned c = 0; c < format_->texel.components; ++c) {
                    const float value = static_cast<float>(random() % 4001) / 1000 - 2;
                    const _Float16 narrow = static_cast<_Float16>(value);
                    if (format_->texel.kind == abi::TexelKind::single_float) std::memcpy(at + 4 * c, &value, 4);
                    if (format_->texel.kind == abi::TexelKind::half_float) std::memcpy(at + 2 * c, &narrow, 2);
                }
            }
}

}  // namespace lanewise::test
