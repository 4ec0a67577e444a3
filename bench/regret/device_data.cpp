#include "device_data.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace bench {

DeviceData::DeviceData(Arguments arguments) : arguments_(std::move(arguments)) {
    for (const CollectionArgument& argument : arguments_) {
        const auto* data = std::get_if<BufferData>(&argument);
        buffers_.push_back(
            data ? static_cast<std::byte*>(::operator new(data->bytes.size(), std::align_val_t(alignment))) : nullptr);
        if (data) std::memcpy(buffers_.back(), data->bytes.data(), data->bytes.size());
    }
}

DeviceData::~DeviceData() {
    for (std::byte* buffer : buffers_) ::operator delete(buffer, std::align_val_t(alignment));
}

void DeviceData::restore(bool all) const {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const auto* data = std::get_if<BufferData>(&arguments_[i]);
        if (data && (data->access == Access::change || (all && data->access == Access::write)))
            std::memcpy(buffers_[i], data->bytes.data(), data->bytes.size());
    }
}

bool DeviceData::is_changed() const {
    for (const CollectionArgument& argument : arguments_) {
        const auto* data = std::get_if<BufferData>(&argument);
        if (data && data->access == Access::change) return true;
    }
    return false;
}

std::vector<std::byte> DeviceData::results() const {
    std::vector<std::byte> all;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const auto* data = std::get_if<BufferData>(&arguments_[i]);
        if (data && data->access != Access::read) all.insert(all.end(), buffers_[i], buffers_[i] + data->bytes.size());
    }
    return all;
}

std::vector<std::byte> DeviceData::block(const lanewise::KernelInfo& kernel, std::uint64_t& local_bytes) const {
    if (kernel.args.size() != arguments_.size()) {
        std::fprintf(stderr, "The collection gives %zu arguments, but kernel '%s' has %zu.\n", arguments_.size(),
                     kernel.name.c_str(), kernel.args.size());
        std::exit(1);
    }
    std::vector<std::byte> block(kernel.arg_block_bytes);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        std::byte* place = block.data() + kernel.args[i].offset;
        if (buffers_[i]) {
            std::memcpy(place, &buffers_[i], sizeof buffers_[i]);
        } else if (const auto* local = std::get_if<LocalBytes>(&arguments_[i])) {
            constexpr std::uint64_t local_alignment = 128;
            local_bytes = (local_bytes + local_alignment - 1) / local_alignment * local_alignment;
            std::memcpy(place, &local_bytes, sizeof local_bytes);
            local_bytes += local->bytes;
        } else {
            const auto& scalar = std::get<Scalar>(arguments_[i]);
            if (scalar.size != kernel.args[i].size) {
                std::fprintf(stderr,
                             "The collection gives argument %zu of kernel '%s' %zu bytes, but its type has %u.\n", i,
                             kernel.name.c_str(), scalar.size, kernel.args[i].size);
                std::exit(1);
            }
            std::memcpy(place, scalar.bytes.data(), scalar.size);
        }
    }
    return block;
}

}  // namespace bench
