// A kernel to measure: its source, its data and its NDRange. A case may have a hand-written reference in C++ vector
// code that computes the same result from the same data.
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

/// The initial data of a buffer argument. The reference modifies this array in place.
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

/// A __local argument of `bytes` bytes.
struct LocalMemory {
    std::size_t bytes;
};

using Argument = std::variant<HostArray, LocalMemory, int, float>;

/// The type of the result's elements, by which results are compared.
enum class Element { real, integer };

/// The unit in which the speed of a case is reported: nanoseconds per work-item, or operations or bytes per nanosecond.
struct Figure {
    const char* unit = "ns/item";
    double per_item = 0;  // operations or bytes per work-item; 0 if nanoseconds per work-item are reported
};

struct Case {
    std::string name;
    const char* source;  // OpenCL C source with one kernel, named `run`
    std::vector<std::size_t> global;
    std::vector<std::size_t> local;
    std::vector<Argument> arguments;
    std::size_t result = 0;  // index of the argument that the kernel writes
    Element element = Element::real;
    /// Number of launches that are enqueued before the host waits for all of them. With several launches, the time of
    /// this wait hardly affects the measured time, even if the NDRange is small.
    unsigned launches = 1;
    Figure figure = {};
    /// Computes the parts [begin, end) of the result, which is divided into `reference_parts` parts. This function is
    /// empty if the case has no reference.
    std::function<void(std::size_t begin, std::size_t end)> reference = {};
    std::size_t reference_parts = 0;
    const char* options = "";

    std::size_t items() const;
};

/// Registers the benchmark `name` of the kernel and, if the case has a reference, the benchmark `reference/name`.
void add(Case kernel_case);

// Each of the functions below adds the cases of one family of kernels, and is defined in a separate file.
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

/// Returns random values, uniform in [low, high), the same in every run.
Shared<float> random_reals(std::size_t count, float low, float high);

/// Returns random 32-bit values, the same in every run.
Shared<std::uint32_t> random_words(std::size_t count);

}  // namespace bench
