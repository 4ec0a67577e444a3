// A random SPIR-V module of a kernel that computes with numbers, vectors and structures, moves them between work-items,
// and uses images and pipes. For each written instruction, the model (number_math.h) computes the results of all
// work-items, on all sides of branches. Results of work-items that do not execute the instruction have no meaning.
// Thread-safety: belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "images/test_image.h"
#include "kernel_text.h"
#include "number_math.h"

namespace lanewise::fuzz {

/// The number of work-items in the launch, which form one work-group. The last sub-group is not full.
constexpr unsigned work_items = 76;

/// The value of every packet in the pipe that the kernel reads.
constexpr std::uint32_t packet_number = 0x1234567;

/// The maximum number of packets in each pipe.
constexpr std::uint32_t pipe_capacity = 8192;

constexpr unsigned stored_rows = 16;  // height of the image that the kernel writes; each work-item writes a column

/// A type: a scalar, a vector of `components`, or a structure or array of `members`.
struct Type {
    Scalar scalar;
    unsigned components = 0;
    std::vector<int> members{};
    std::string id{};
    bool is_array = false;
    bool is_composite() const { return !members.empty(); }
    bool is_vector() const { return components != 0; }
};

/// The result of an instruction. `values` contains the result's components for each work-item. For a structure, the
/// components of all its members follow one another.
struct Node {
    int type = 0;
    std::string id{};
    std::vector<std::vector<std::uint64_t>> values{};
    bool is_constant = false;
};

class NumberModule {
public:
    /// The kernel's output depends only on the results with the numbers `first` to `last` - 1.
    explicit NumberModule(std::uint32_t seed, std::size_t first = 0, std::size_t last = ~std::size_t{0});

    test::KernelText text() const;
    const std::vector<std::uint32_t>& expected() const { return expected_; }
    /// Returns the image that the kernel reads.
    const test::TestImage& image() const { return *image_; }
    ChannelType stored_type() const { return stored_type_; }
    /// Returns the number of 64-bit words of scratch memory that the kernel uses.
    std::size_t scratch_words() const { return scratch_slots_ * work_items; }
    /// Returns the packets that the kernel must write; the kernel may write them in any order.
    const std::vector<std::uint32_t>& packets_sent() const { return packets_sent_; }
    /// Returns the requests that the kernel must enqueue; the kernel may enqueue them in any order. The request of a
    /// block is the number that the block captured, and the request of a marker is marker_request.
    const std::vector<std::uint32_t>& requests() const { return requests_; }
    std::size_t results() const { return results_; }
    /// Returns the line of the module's text that defines result number `result`.
    const std::string& line_of(std::size_t result) const { return lines_[result]; }

private:
    friend class Steps;

    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    bool chance(unsigned percent) { return below(100) < percent; }
    template <class T>
    const T& one_of(const std::vector<T>& list) {
        return list[below(static_cast<unsigned>(list.size()))];
    }
    std::uint64_t random_bits();

    int type_of(Scalar scalar, unsigned components);
    int composite_of(std::vector<int> members, bool is_array, bool is_twin = false);
    int random_integer(unsigned components);
    int random_real(unsigned components);
    unsigned random_length();
    int random_type();
    int random_composite();
    Scalar leaf(int type, std::size_t index) const;
    std::size_t leaves(int type) const;

    Node constant(int type);
    Node constant_of(int type, std::vector<std::uint64_t> values);
    Node fresh(int type);
    Node choose(int type);
    std::string new_id() { return "%v" + std::to_string(next_id_++); }
    void write(const std::string& line) { body_ += line + "\n"; }
    /// Writes an instruction. If all operands are constants and OpSpecConstantOp allows the operation, the result is a
    /// constant, too.
    Node emit(int type, const std::string& operation, const std::vector<const Node*>& operands,
              const std::string& literals = "");
    void keep(Node node);

    void step(unsigned depth);
    /// True if all work-items execute the next instruction.
    bool is_uniform() const { return depth_ == 0 && !in_function_; }
    std::string global_line(const std::string& id, const std::string& line);
    void declare_objects();
    void finish();
    void fold(const Node& node);
    std::string to_word(const std::string& component, int type);

    std::mt19937 random_;
    std::size_t first_, last_;
    std::vector<Type> types_;
    std::vector<Node> pool_;
    std::vector<std::string> lines_;
    std::string globals_, body_, annotations_, variables_, capabilities_, functions_;
    std::string label_ = "%first_block", hash_ = "%hash_start";
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint32_t> expected_;
    std::vector<char> active_ = std::vector<char>(work_items, 1);  // the work-items that execute the next instruction
    unsigned sub_group_ = 8;
    unsigned depth_ = 0;  // nesting depth of branches
    bool in_function_ = false;
    std::string item_ = "%i";  // id of the work-item's number, a ulong
    std::unique_ptr<test::TestImage> image_;
    ChannelType stored_type_ = ChannelType::UNSIGNED_INT32;
    unsigned stored_row_ = 0;
    std::size_t scratch_slots_ = 0, packets_taken_ = 0;  // upper bounds
    std::vector<std::uint32_t> packets_sent_, requests_;
    bool rounds_to_zero_[3] = {};
    std::size_t results_ = 0;
    unsigned next_id_ = 0;
};

}  // namespace lanewise::fuzz
