#include "launch_case.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "../unit/compiler/arithmetic/half_reference.h"

namespace lanewise::fuzz {
namespace {

NDRange make_range(const Program& program, std::uint32_t lanes, std::mt19937& random) {
    const auto below = [&](std::uint32_t bound) { return static_cast<std::uint64_t>(random() % bound); };
    NDRange range;
    const std::uint64_t sizes[] = {1, lanes - 1, lanes, lanes + 1, 2 * lanes, 5, 37, 64};
    range.local_size[0] = std::max<std::uint64_t>(sizes[below(8)], 1);
    range.global_size[0] = range.local_size[0] * (1 + below(3));
    if (below(3) == 0) range.global_size[0] += below(static_cast<std::uint32_t>(range.local_size[0]));
    if (program.one_dimensional) return range;
    range.work_dim = 1 + static_cast<std::uint32_t>(below(3));
    const std::uint64_t small[] = {1, 2, 3, 5, 7, 8};
    for (unsigned d = 0; d < range.work_dim; ++d) {
        range.local_size[d] = range.work_dim == 1 ? range.local_size[d] : small[below(d == 2 ? 3 : 6)];
        range.global_size[d] = range.local_size[d] * (1 + below(2)) + (below(3) == 0 ? below(2) : 0);
        range.global_offset[d] = below(2) * below(100);
    }
    // Some NDRanges have several rows, each longer than a chunk.
    if (range.work_dim == 2 && below(3) == 0) range.global_size[0] = range.local_size[0] = lanes + below(3);
    // Swaps two dimensions of most NDRanges: dimension 0, and the dimension along which the program's linear ids grow
    // fastest. The long rows then lie along that dimension.
    if (range.work_dim > program.first_dimension && below(4) != 0) range = range.exchanged(program.first_dimension);
    return range;
}

void fill(std::vector<std::byte>& bytes, Type type, std::mt19937& random) {
    const unsigned size = bytes_of(type.scalar);
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        std::uint64_t bits = (static_cast<std::uint64_t>(random()) << 32 | random()) >> random() % 64;
        const double number = (static_cast<double>(random() % 4096) - 1024) / (random() % 8 ? 8 : 7e-9);
        if (type.scalar == Scalar::f16) bits = test::half_of(number);
        if (type.scalar == Scalar::f32) bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
        if (type.scalar == Scalar::f64) bits = std::bit_cast<std::uint64_t>(number);
        std::memcpy(&bytes[at], &bits, size);
    }
}

}  // namespace

Verdict make_case(const Program& program, std::uint32_t lanes, std::mt19937& random, LaunchCase& one) {
    std::uint64_t items = 0;
    do {
        one.range = make_range(program, lanes, random);
        items = one.range.global_size[0] * one.range.global_size[1] * one.range.global_size[2];
    } while (items > max_items || one.range.items_per_group() > max_group_items);
    one.before.n = random() % n_bound;
    one.before.total = static_cast<std::uint32_t>(items);
    for (unsigned set = 0; set < global_counter_sets; ++set)
        for (unsigned i = 0; i < group_counters; ++i) one.before.counts.push_back(i < 4 ? 0 : ~0u);
    for (const Buffer& buffer : program.buffers) {
        auto& bytes = one.before.buffers.emplace_back(elements_of(buffer, items) * buffer.element.bytes());
        if (buffer.ownership != Ownership::zeros) fill(bytes, buffer.element, random);
    }
    one.after = one.before;
    return interpret(program, one.range, one.after);
}

}  // namespace lanewise::fuzz
