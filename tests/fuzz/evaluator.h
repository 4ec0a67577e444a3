// Evaluates expressions and lvalues of a random program for one work-item. The class Interpreter adds control flow
// (interpreter.h).
#pragma once

#include <vector>

#include "interpreter.h"
#include "race_check.h"

namespace lanewise::fuzz {

struct Item {
    std::uint64_t gid = 0, lid = 0;
    Dim3 global_id{}, local_id{};
    Value returned;
    std::vector<std::byte> stack;
    std::size_t frame = 0, top = 0;
};

class Evaluator {
protected:
    Evaluator(const Program& program, const NDRange& range, Memory& memory)
        : program_(program), range_(range), memory_(memory), shared_races_(max_group_items) {
        shared_.resize(std::size_t{max_group_items} * program.shared.bytes());
    }

    Value evaluate(const ExpressionPtr& expression, Item& item) { return evaluate(*expression, item); }
    Value evaluate(const Expression& expression, Item& item);
    std::byte* address(const Place& place, Item& item);
    std::byte* address(const Variable& variable, Item& item);
    std::byte* aim(const Target& target, Item& item);
    std::byte* own(unsigned buffer, const ExpressionPtr& index, Item& item);
    void store(const Place& place, const Value& value, Item& item);
    Value load_shared(std::uint64_t index, const Item& item);
    void store_shared(const Value& value, std::uint64_t index, const Item& item);

    const Program& program_;
    const NDRange& range_;
    Memory& memory_;
    std::vector<std::byte> shared_;
    std::uint32_t counters_[group_counters] = {};
    std::uint32_t slots_[max_group_items] = {};
    RaceCheck shared_races_;
    CounterRace counter_races_[group_counters];
    Dim3 group_{}, group_size_{};
    std::uint64_t group_items_ = 0;
    bool is_wild_ = false;  // set to true if a pointer is used before it has a value

private:
    Value evaluate_input(const Expression& expression, Item& item);
    std::uint64_t known(const Expression& expression, const Item& item) const;
    std::byte* shared(std::uint64_t index) { return &shared_[index * program_.shared.bytes()]; }
    std::byte* slot(const Item& item) { return reinterpret_cast<std::byte*>(&slots_[item.lid]); }
    Value load(const Place& place, Item& item);

    std::byte nowhere_[4096] = {};
};

}  // namespace lanewise::fuzz
