// Kernels of the kinds that people run, each with its launch and its data: what the planner is judged by
// (bench/regret), and what drivers are compared on (bench/run_collection.cpp). One file a family.
//
// Thread-safety: constants; arguments are made anew by each call.
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

/// What the elements of a buffer are, for drivers' results to be compared.
enum class ElementType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

/// What kernels do with a buffer. One that they change is as it was again before each launch.
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
    const char* source;  // with one kernel, called `run`
    std::vector<std::size_t> global;
    std::vector<std::size_t> local;  // empty: the driver chooses
    Arguments (*arguments)();
    const char* options = "";
};

using Family = std::vector<CollectionKernel>;

/// Every kernel, by family.
std::vector<CollectionKernel> whole_collection();

/// Whether a kernel is one of the third by which nothing is fitted.
bool is_left_out(std::string_view name);

}  // namespace bench
