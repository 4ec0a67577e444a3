// The collection: kernels that resemble the kernels of real programs, each with its launch and its data. The collection
// serves to judge the planner (bench/regret) and to compare drivers (bench/run_collection.cpp). Each family of kernels
// has its own source file.
//
// Thread-safety: the kernels are constants, and each call of `arguments` makes new data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace bench {

/// The type of a buffer's elements, which determines how the results of two drivers are compared.
enum class ElementType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

/// How a kernel uses a buffer. With `change`, the kernel reads and writes the buffer, so the contents of the buffer are
/// restored before each launch.
enum class Access : std::uint8_t { read, write, change };

struct BufferData {
    std::vector<std::byte> bytes;
    ElementType type;
    Access access;
};

/// A __local argument.
struct LocalBytes {
    std::size_t bytes;
};

struct Scalar {
    std::array<std::byte, 16> bytes;
    std::size_t size;
};

using CollectionArgument = std::variant<BufferData, LocalBytes, Scalar>;
using Arguments = std::vector<CollectionArgument>;

struct CollectionKernel {
    const char* name;
    const char* source;  // OpenCL C source with one kernel, named `run`
    std::vector<std::size_t> global;
    std::vector<std::size_t> local;  // work-group size; empty if the driver chooses it
    Arguments (*arguments)();
    const char* options = "";
};

using Family = std::vector<CollectionKernel>;

/// Returns all kernels, sorted by family.
std::vector<CollectionKernel> whole_collection();

/// Whether the planner's constants were fitted without this kernel. This is true for a third of the collection's
/// kernels.
bool is_left_out(std::string_view name);

}  // namespace bench
