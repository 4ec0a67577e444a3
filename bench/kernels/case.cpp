#include "case.h"

namespace bench {

namespace {

/// xorshift32 (Marsaglia, "Xorshift RNGs", 2003).
class Random {
public:
    std::uint32_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_;
    }

private:
    std::uint32_t state_ = 12345;
};

}  // namespace

std::size_t Case::items() const {
    std::size_t product = 1;
    for (const std::size_t size : global) product *= size;
    return product;
}

Shared<float> random_reals(std::size_t count, float low, float high) {
    auto values = zeros<float>(count);
    Random random;
    for (float& value : *values) value = low + (high - low) * static_cast<float>(random.next() >> 8) * 0x1p-24f;
    return values;
}

Shared<std::uint32_t> random_words(std::size_t count) {
    auto values = zeros<std::uint32_t>(count);
    Random random;
    for (std::uint32_t& value : *values) value = random.next();
    return values;
}

}  // namespace bench
