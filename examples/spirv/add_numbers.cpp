// Adds numbers of 256 and of 1024 bits by the module add_numbers.spvasm. The number of words is a specialization
// constant that has a different value in each of the two builds.
#include <cstdio>
#include <random>

#include "examples.h"

namespace {

constexpr std::size_t count = 10'000;
constexpr cl_uint words_of_number = 1;  // SpecId of the constant in the module

bool add(Device& device, std::size_t words) {
    std::mt19937_64 random(words);
    std::vector<cl_ulong> first(count * words), second(count * words), sums(count * words), expected(count * words);
    for (std::size_t i = 0; i < first.size(); ++i) {
        first[i] = random();
        // If all bits of a word's sum are ones, a carry into this word is carried on to the next word.
        second[i] = i % 3 == 0 ? ~first[i] : random();
    }
    for (std::size_t number = 0; number < count; ++number) {
        bool carry = false;
        for (std::size_t i = number * words; i < (number + 1) * words; ++i) {
            const cl_ulong sum = first[i] + second[i];
            expected[i] = sum + (carry ? 1 : 0);
            carry = sum < first[i] || expected[i] < sum;
        }
    }
    const cl_kernel kernel = device.kernel("add_numbers.spv", "add_numbers", {{words_of_number, words}});
    const cl_mem result = device.buffer(sums);
    device.run(kernel, {count, 1}, {}, device.buffer(first), device.buffer(second), result);
    device.read(result, sums);
    return sums == expected;
}

}  // namespace

bool add_numbers(Device& device) {
    const bool right = add(device, 4) && add(device, 16);
    std::printf("add_numbers (written by hand): %zu numbers of 256 and 1024 bits: %s\n", count,
                right ? "right" : "WRONG");
    return right;
}
