// Makes the data of kernel arguments. The data are the same on every machine and for every driver.
#pragma once

#include <cstring>

#include "collection.h"

namespace bench {

/// xorshift32 (Marsaglia, "Xorshift RNGs", 2003).
class Dice {
public:
    explicit Dice(std::uint32_t seed) : state_(seed * 2654435761u | 1u) {
        for (int i = 0; i < 4; ++i) word();
    }
    std::uint32_t word() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_;
    }
    /// Returns a random integer in [0, bound).
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(std::uint64_t{word()} * bound >> 32); }
    /// Returns a random number in [low, high).
    float real(float low, float high) { return low + (high - low) * static_cast<float>(word() >> 8) * 0x1p-24f; }

private:
    std::uint32_t state_;
};

template <typename T>
constexpr ElementType element_type() {
    if constexpr (std::is_same_v<T, float>) return ElementType::f32;
    if constexpr (std::is_same_v<T, double>) return ElementType::f64;
    if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? ElementType::i8 : ElementType::u8;
    if constexpr (sizeof(T) == 2) return std::is_signed_v<T> ? ElementType::i16 : ElementType::u16;
    if constexpr (sizeof(T) == 4) return std::is_signed_v<T> ? ElementType::i32 : ElementType::u32;
    return std::is_signed_v<T> ? ElementType::i64 : ElementType::u64;
}

/// Returns a buffer that contains `values`.
template <typename T>
BufferData array(const std::vector<T>& values, Access access = Access::read) {
    BufferData data{std::vector<std::byte>(values.size() * sizeof(T)), element_type<T>(), access};
    std::memcpy(data.bytes.data(), values.data(), data.bytes.size());
    return data;
}

/// Returns a buffer of `count` values; the value at index i is `make(i)`.
template <typename Make>
BufferData each(std::size_t count, Make make) {
    std::vector<std::invoke_result_t<Make, std::size_t>> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = make(i);
    return array(values);
}

/// Returns a buffer of zeros, to which the kernel will write.
template <typename T>
BufferData result(std::size_t count) {
    return {std::vector<std::byte>(count * sizeof(T)), element_type<T>(), Access::write};
}

/// Returns `data` as a buffer that the kernel reads and writes.
inline BufferData changed(BufferData data) {
    data.access = Access::change;
    return data;
}

BufferData reals(std::size_t count, float low = -1, float high = 1);
BufferData doubles(std::size_t count, double low = -1, double high = 1);
/// Returns a buffer of `count` random numbers of type half in [low, high).
BufferData halves(std::size_t count, float low = -1, float high = 1);
/// Returns a buffer of `count` random integers in [low, high).
BufferData ints(std::size_t count, int low, int high);
/// Returns a buffer of `count` random 32-bit words.
BufferData words(std::size_t count);
BufferData bytes(std::size_t count, std::uint32_t bound = 256);

template <typename T>
Scalar scalar(T value) {
    Scalar made{{}, sizeof value};
    std::memcpy(made.bytes.data(), &value, sizeof value);
    return made;
}

inline LocalBytes local_bytes(std::size_t count) { return {count}; }

}  // namespace bench
