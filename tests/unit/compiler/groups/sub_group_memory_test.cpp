// Tests block reads and writes of global memory (cl_intel_subgroups, _char, _short and _long) and of local memory
// (cl_intel_subgroup_local_block_io).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sub_group_model.h"

namespace lanewise::test {
namespace {

/// A type of blocks. `suffix` is the suffix of the functions' names, and `elements` the number of elements for each
/// work-item.
struct Block {
    std::string type, suffix;
    unsigned elements;
    std::string vector() const { return type + count(); }
    std::string name() const { return suffix + count(); }

private:
    std::string count() const { return elements == 1 ? "" : std::to_string(elements); }
};

// Returns a kernel that reads a block of `in`, and writes the elements plus 1 to `out`. If `is_local`, the block
// functions access local memory.
std::string kernel_of(const Block& block, std::uint32_t required, bool is_local) {
    const std::string size = std::to_string(required), elements = std::to_string(block.elements);
    const std::string head =
        "#ifndef cl_intel_subgroup_local_block_io\n#error\n#endif\n"
        "__attribute__((intel_reqd_sub_group_size(" +
        size + "))) kernel void k(global const " + block.type + "* in, global " + block.type + "* out, global " +
        block.vector() + "* seen) { size_t first = (get_global_id(0) - get_sub_group_local_id()) * " + elements +
        "; size_t me = get_sub_group_local_id(); ";
    const std::string read = block.vector() + " x = intel_sub_group_block_read" + block.name();
    const std::string see = "seen[get_global_id(0)] = x; intel_sub_group_block_write" + block.name();
    const std::string one = ", x + (" + block.type + ")1); ";
    if (!is_local) return head + read + "(in + first); " + see + "(out + first" + one + "}";
    const std::string copies = "for (int e = 0; e < " + elements + "; ++e) ";
    return head + "local " + block.type + " tile[2 * " + size + " * " + elements + "]; local " + block.type +
           "* mine = tile + get_sub_group_id() * " + size + " * " + elements + "; " + copies + "mine[e * " + size +
           " + me] = in[first + e * " + size + " + me]; barrier(CLK_LOCAL_MEM_FENCE); " + read + "(mine); " +
           "barrier(CLK_LOCAL_MEM_FENCE); " + see + "(mine" + one + "barrier(CLK_LOCAL_MEM_FENCE); " + copies +
           "out[first + e * " + size + " + me] = mine[e * " + size + " + me]; }";
}

template <class T>
void check_blocks(const Block& block, std::uint32_t required, bool is_local) {
    const Code code(kernel_of(block, required, is_local));
    const CompiledKernel kernel(code.ir, "k", 0, "");
    ASSERT_TRUE(kernel) << kernel.log();
    const NDRange range = line(std::uint64_t{6} * required, std::uint64_t{2} * required);
    const std::size_t n = items_of(range) * block.elements;
    std::vector<T> in(n), out(n), seen(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<T>(i * 37);
    kernel.run(range, ArgumentBlock().add(in.data()).add(out.data()).add(seen.data()), 0);
    for (std::size_t item = 0; item < items_of(range); ++item)
        for (unsigned e = 0; e < block.elements; ++e) {
            const std::size_t lane = item % required, place = (item - lane) * block.elements + e * required + lane;
            ASSERT_EQ(seen[item * block.elements + e], in[place]) << block.vector() << " item " << item;
            ASSERT_EQ(out[place], static_cast<T>(in[place] + 1)) << block.vector() << " item " << item;
        }
}

void check_all(bool is_local) {
    for (const std::uint32_t size : {8u, 16u, 32u})
        for (const unsigned elements : {1u, 2u, 4u, 8u}) {
            check_blocks<std::uint32_t>({"uint", "", elements}, size, is_local);
            check_blocks<std::uint32_t>({"uint", "_ui", elements}, size, is_local);
            check_blocks<std::uint64_t>({"ulong", "_ul", elements}, size, is_local);
            check_blocks<std::uint16_t>({"ushort", "_us", elements}, size, is_local);
            check_blocks<std::uint8_t>({"uchar", "_uc", elements}, size, is_local);
        }
    check_blocks<std::uint16_t>({"ushort", "_us", 16}, 16, is_local);
    check_blocks<std::uint8_t>({"uchar", "_uc", 16}, 16, is_local);
}

TEST(SubGroupMemory, GlobalBlocks) { check_all(/*is_local=*/false); }

TEST(SubGroupMemory, LocalBlocks) { check_all(/*is_local=*/true); }

}  // namespace
}  // namespace lanewise::test
