// A kernel to measure: its source, its data and its NDRange. A case may have a hand-written reference in plain C++
// vector code that computes the same from the same data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace bench {

/// The data of a buffer argument, as the kernel first sees it. The reference works on this copy in place.
class HostArray {
public:
    template <typename T>
    explicit HostArray(std::shared_ptr<std::vector<T>> values)
        : owner_(values), bytes_(reinterpret_cast<std::byte*>(values->data()), values->size() * sizeof(T)) {}

    std::span<std::byte> bytes() const { return bytes_; }

private:
    std::shared_ptr<void> owner_;
    std::span<std::byte> bytes_;
};

/// An array shared between a case's arguments and its reference.
template <typename T>
using Shared = std::shared_ptr<std::vector<T>>;

/// A __local argument of this many bytes.
struct LocalMemory {
    std::size_t bytes;
};

using Argument = std::variant<HostArray, LocalMemory, int, float>;

/// The type as which elements of the result are compared.
enum class Element { real, integer };

/// The unit of a figure: nanoseconds per work-item, or operations (or bytes) per nanosecond.
struct Figure {
    const char* unit = "ns/item";
    double per_item = 0;  // operations per work-item; 0: nanoseconds per work-item
};

struct Case {
    std::string name;
    const char* source;  // with one kernel, called `run`
    std::vector<std::size_t> global;
    std::vector<std::size_t> local;
    std::vector<Argument> arguments;
    std::size_t result = 0;  // index of the argument that the kernel writes
    Element element = Element::real;
    /// Launches between two waits, so that the figure of a small NDRange is the kernel's and not the wait's.
    unsigned launches = 1;
    Figure figure = {};
    /// Computes parts [begin, end) of `reference_parts` into the result's array; empty: no reference.
    std::function<void(std::size_t begin, std::size_t end)> reference = {};
    std::size_t reference_parts = 0;
    const char* options = "";

    std::size_t items() const;
};

/// Registers the OpenCL measurement `name` and, if it has a reference, `reference/name`.
void add(Case kernel_case);

// The families of cases, one file each.
void add_streaming();
void add_arithmetic();
void add_matrices();
void add_images();
void add_groups();
void add_sub_groups();
void add_irregular();
void add_hashes();
void add_peaks();

template <typename T>
Shared<T> zeros(std::size_t count) {
    return std::make_shared<std::vector<T>>(count);
}

/// Reproducible values, uniform in [low, high).
Shared<float> random_reals(std::size_t count, float low, float high);

/// Reproducible values of all 32 bits.
Shared<std::uint32_t> random_words(std::size_t count);

}  // namespace bench
