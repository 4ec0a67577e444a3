// Writes the instructions of random modules. The code for each instruction also computes the instruction's result in
// the model. Thread-safety: belongs to one thread.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "number_module.h"

namespace lanewise::fuzz {

class Steps {
public:
    explicit Steps(NumberModule& module) : module_(module) {}

    /// Writes one or a few instructions, and adds their results to the values that later instructions may use.
    void any();
    /// Writes a branch, a switch, a loop, an irreducible cycle or a call.
    void flow();

private:
    using Operation = std::function<std::uint64_t(const std::vector<std::uint64_t>& operands)>;

    const Type& info(int type) const { return module_.types_[static_cast<std::size_t>(type)]; }
    Scalar scalar(int type) const { return info(type).scalar; }
    int like(int type, Scalar scalar) { return module_.type_of(scalar, info(type).components); }
    Rounding usual_rounding(Scalar type) const;

    /// Writes an instruction that computes each component separately. If `is_kept`, later instructions may use the
    /// result.
    Node elementwise(int type, const std::string& name, const std::vector<const Node*>& operands,
                     const Operation& operation, bool is_kept = true);
    Node without_nan(const Node& node);
    Node divisor(int type, bool is_signed);

    void number();
    void other();
    void integers();
    void division();
    void shift();
    void unary_integer();
    void bit_field();
    void wide();
    void integer_dot();
    void reals();
    void multiply_add();
    void comparison();
    void classification();
    void booleans();
    void select();
    void integer_conversion();
    void to_real();
    void to_integer();
    void real_conversion();
    void bitcast();
    void construct();
    void extract();
    void insert();
    void dynamic();
    void shuffle();
    void replicate();
    void copy();
    void memory();

    // Groups (number_groups.cpp, number_lane_moves.cpp)
    void group_arithmetic();
    Node exact_reals(const std::string& name, const Node& whole);
    void votes();
    void ballots();
    void lane_moves();
    void first_lane();
    void broadcast_in_group();
    void keep_defined(Node node, const Node& value, const Node& other, const std::vector<std::uint64_t>& from,
                      const std::vector<char>& is_other);
    Node active_ballot();
    Node table(const std::vector<char>& truth);

    // Memory (number_atomics.cpp, number_pointers.cpp)
    struct Object {
        std::string address;  // address of an object that only one work-item uses
        std::string storage;
    };
    Object own_place(int type);
    void atomics();
    void atomic_flag(const Object& place);
    Node atomic_operand(int type);
    std::string word(std::uint64_t value);
    void shared_atomics();
    void elements();
    void members();
    void copies();
    void casts();
    void sizes();
    void dynamic_array();
    void async_copy();
    std::string scratch_slot(std::size_t slots);
    void barrier();

    // Objects (number_objects.cpp, number_events.cpp), block_memory() (number_pointers.cpp) and dot()
    // (number_groups.cpp)
    struct Texels;
    Texels texels(bool has_sampler);
    void image_read();
    void image_queries();
    void image_write();
    void declare_block();
    void block_queries(const std::string& range, const std::string& block);
    void events();
    void block_memory();
    void packets_held();
    void dot();
    void packet_in();
    void packet_out();

    void extended_integers();
    void extended_reals();

    // Flow (number_flow.cpp)
    struct Side {
        std::string label;
        std::vector<char> taken;  // for each work-item
    };
    void sides(int type, const std::vector<Side>& all, const std::string& merge, const Node* direct,
               const std::vector<char>& direct_taken);
    void branch();
    void switches();
    struct Loop;
    void loop();
    void write_loop(const Loop& loop);
    std::vector<std::vector<std::uint64_t>> evaluate_loop(const Loop& loop) const;
    void irreducible();
    void call();
    void call_by_pointer();
    struct Function {
        std::string id, type;
        Node result;
    };
    Function function(const std::vector<Node>& arguments, int result);

    /// Writes an instruction with the text of its operands. The values of the returned node are 0; the caller sets
    /// them.
    Node written(int type, const std::string& name, const std::string& operands);
    Node uint_constant(std::uint64_t value) {
        return module_.constant_of(module_.type_of({Kind::integer, 32}, 0), {value});
    }
    int boolean() { return module_.type_of({Kind::boolean, 1}, 0); }
    int uint() { return module_.type_of({Kind::integer, 32}, 0); }
    Node remainder(const Node& value, std::uint64_t bound);
    std::string pointer_type(const std::string& storage, int type);
    bool active(unsigned item) const { return module_.active_[item] != 0; }
    unsigned first_of(unsigned item) const { return item / module_.sub_group_ * module_.sub_group_; }
    unsigned end_of(unsigned item) const { return std::min(first_of(item) + module_.sub_group_, work_items); }

    Node placed(int type, const Node& whole, std::size_t at);
    void decorate_conversion(const Node& node, Conversion& conversion, bool may_saturate);

    NumberModule& module_;
};

}  // namespace lanewise::fuzz
