// Little-endian records in memory, for program binaries and cache entries. The reader does not trust its input: a read
// beyond the end of the record returns zeros and makes complete() return false. No shared state; thread-safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanewise::runtime {

using Bytes = std::vector<std::uint8_t>;

class ByteWriter {
public:
    template <class T>
    void number(std::type_identity_t<T> value) {
        static_assert(std::is_integral_v<T>);
        const std::size_t end = bytes_.size();
        bytes_.resize(end + sizeof value);
        std::memcpy(bytes_.data() + end, &value, sizeof value);
    }

    /// Writes the number of bytes, then the bytes.
    void bytes(std::span<const std::uint8_t> data) {
        number<std::uint64_t>(data.size());
        raw(data);
    }

    void text(std::string_view text) { bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}); }

    /// Writes only the bytes; the reader must know their number.
    void raw(std::span<const std::uint8_t> data) { bytes_.insert(bytes_.end(), data.begin(), data.end()); }

    Bytes take() { return std::move(bytes_); }

private:
    Bytes bytes_;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> data) : rest_(data) {}

    template <class T>
    T number() {
        static_assert(std::is_integral_v<T>);
        T value{};
        const auto data = raw(sizeof value);
        if (!data.empty()) std::memcpy(&value, data.data(), sizeof value);
        return value;
    }

    /// Reads the number of elements that follow; each element has at least `element_bytes`. If they would not fit into
    /// the remaining bytes, the read fails and returns 0.
    std::size_t count(std::size_t element_bytes) {
        const auto value = number<std::uint64_t>();
        if (value > rest_.size() / element_bytes) return fail(), 0;
        return static_cast<std::size_t>(value);
    }

    std::span<const std::uint8_t> bytes() { return raw(count(1)); }

    std::string text() {
        const auto data = bytes();
        return {reinterpret_cast<const char*>(data.data()), data.size()};
    }

    std::span<const std::uint8_t> raw(std::size_t size) {
        if (size > rest_.size()) return fail(), std::span<const std::uint8_t>{};
        const auto data = rest_.first(size);
        rest_ = rest_.subspan(size);
        return data;
    }

    void fail() {
        failed_ = true;
        rest_ = {};
    }

    /// Returns whether all values were present and no bytes are left.
    bool complete() const { return !failed_ && rest_.empty(); }

private:
    std::span<const std::uint8_t> rest_;
    bool failed_ = false;
};

}  // namespace lanewise::runtime
