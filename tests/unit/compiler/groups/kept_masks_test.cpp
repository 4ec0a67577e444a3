// Tests masks made of sign bits (target/kept_masks.h). The kernels count the mask's bits, and use the mask again in
// another mask or in the next iteration of a loop.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr int steps = 9;

// Makes a kernel that does so much work after `body` that partial chunks get a separate function. The work also ensures
// that the mask does not stay in its register for a later block.
std::string source_for(const std::string& type, unsigned lanes, const std::string& body) {
    return "#define T " + type + R"(
        #define ROUND(w) w = w * 5 + (w >> 3); w ^= w << 7; w = rotate(w, 3u) + popcount(w) * 77;
        #define WORK(w) ROUND(w) ROUND(w) ROUND(w) ROUND(w) ROUND(w) ROUND(w) ROUND(w) ROUND(w) ROUND(w)
        __attribute__((intel_reqd_sub_group_size()" +
           std::to_string(lanes) + R"()))
        kernel void k(global const T* x, global const float* d, global uint* out, int steps) {
            int i = get_global_id(0);
            uint result = 0;)" +
           body + "WORK(result) out[i] = result; }";
}

constexpr char in_another_mask[] = R"(
    bool negative = x[i] < 0;
    uint count = popcount(sub_group_ballot(negative).x);
    result = count + sub_group_ballot(negative != (d[i] < (float)count)).x * 64;)";

constexpr char in_next_iteration[] = R"(
    bool before = false;
    for (int step = 0; step < steps; ++step) {
        T y = x[i + step];
        result += before ? (uint)(int)y : step;
        before = y < 0;
        result = result * 3 + popcount(sub_group_ballot(before).x);
    })";

std::uint32_t worked(std::uint32_t w) {
    for (int round = 0; round < 9; ++round) {
        w = w * 5 + (w >> 3);
        w ^= w << 7;
        w = (w << 3 | w >> 29) + static_cast<std::uint32_t>(__builtin_popcount(w)) * 77;
    }
    return w;
}

template <typename T>
class Masks {
public:
    Masks(std::string type, unsigned lanes) : type_(std::move(type)), lanes_(lanes), x_(items() + steps), d_(items()) {
        for (std::size_t i = 0; i < x_.size(); ++i)
            x_[i] = static_cast<T>(static_cast<std::int8_t>(i * i * 37 + i * 91));
        for (std::size_t i = 0; i < d_.size(); ++i) d_[i] = static_cast<float>(i * 13 % 7);
    }

    void check() {
        const auto first = run(in_another_mask), second = run(in_next_iteration);
        for (std::size_t i = 0; i < items(); ++i) {
            ASSERT_EQ(first[i], worked(of_other_mask(i))) << type_ << ' ' << i;
            ASSERT_EQ(second[i], worked(of_iterations(i))) << type_ << ' ' << i;
        }
    }

private:
    std::size_t items() const { return 4 * lanes_; }

    std::vector<std::uint32_t> run(const char* body) {
        std::vector<std::uint32_t> out(items());
        RunOptions options;
        options.build_options = "-cl-std=CL3.0";
        run_kernel(source_for(type_, lanes_, body), "k", line(items(), lanes_),
                   ArgumentBlock().add(x_.data()).add(d_.data()).add(out.data()).add(steps), options);
        return out;
    }

    std::uint32_t signs(std::size_t i, std::size_t step) const {
        std::uint32_t mask = 0;
        for (unsigned lane = 0; lane < lanes_; ++lane)
            mask |= static_cast<std::uint32_t>(x_[i / lanes_ * lanes_ + lane + step] < 0) << lane;
        return mask;
    }

    std::uint32_t of_other_mask(std::size_t i) const {
        const auto count = static_cast<std::uint32_t>(__builtin_popcount(signs(i, 0)));
        std::uint32_t mask = signs(i, 0);
        for (unsigned lane = 0; lane < lanes_; ++lane)
            mask ^= static_cast<std::uint32_t>(d_[i / lanes_ * lanes_ + lane] < static_cast<float>(count)) << lane;
        return count + mask * 64;
    }

    std::uint32_t of_iterations(std::size_t i) const {
        std::uint32_t result = 0;
        for (unsigned step = 0; step < steps; ++step) {
            const bool before = step > 0 && x_[i + step - 1] < 0;
            result += before ? static_cast<std::uint32_t>(static_cast<std::int32_t>(x_[i + step])) : step;
            result = result * 3 + static_cast<std::uint32_t>(__builtin_popcount(signs(i, step)));
        }
        return result;
    }

    const std::string type_;
    const unsigned lanes_;
    std::vector<T> x_;
    std::vector<float> d_;
};

TEST(KeptMasks, OfSignsThatAreCounted) {
    Masks<std::int32_t>("int", 8).check();
    Masks<std::int8_t>("char", 16).check();
    Masks<std::int8_t>("char", 32).check();
    Masks<std::int64_t>("long", 8).check();
}

}  // namespace
}  // namespace lanewise::test
