#include "evaluate_terms.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <random>
#include <tuple>

#include "../../unit/compiler/arithmetic/half_reference.h"
#include "model.h"
#include "moment.h"

namespace lanewise::fuzz {
namespace {

constexpr std::size_t alignment = 128;

std::uint64_t integer(std::mt19937& random, Scalar scalar) {
    const auto any = static_cast<std::uint64_t>(random()) << 32 | random();
    const unsigned bits = bits_of(scalar);
    switch (random() % 8) {
        case 0: return lane_of(scalar, range_of(scalar).high - static_cast<__int128>(any % 3));
        case 1: return lane_of(scalar, range_of(scalar).low + static_cast<__int128>(any % 3));
        case 2: return lane_of(scalar, static_cast<__int128>(any % 9) - 4);
        case 3:
            return lane_of(scalar, (static_cast<__int128>(1) << any % bits) + static_cast<__int128>(any >> 8) % 3 - 1);
        case 4: return lane_of(scalar, static_cast<__int128>(any >> any % 64));
        case 5: return lane_of(scalar, -static_cast<__int128>(any >> any % 64));
        default: return lane_of(scalar, static_cast<__int128>(any));
    }
}

double real(std::mt19937& random) {
    const double any = static_cast<double>(random()) / 4294967296.0;
    switch (random() % 8) {
        case 0: return static_cast<double>(random() % 600) - 300;
        case 1: return (static_cast<double>(random() % 1200) - 600) / 2;
        case 2: return std::ldexp(any - .5, static_cast<int>(random() % 70));
        case 3: return std::ldexp(any - .5, -static_cast<int>(random() % 30));
        case 4: return std::ldexp(random() % 2 ? 1 : -1, static_cast<int>(random() % 66)) * (1 - any / 4096);
        case 5: {
            constexpr double extremes[] = {0.0, -0.0, HUGE_VAL, -HUGE_VAL, 65504, 65519.99, 65520, -32768.5};
            return random() % 5 == 0 ? std::nan("") : extremes[random() % 8];
        }
        default: return std::ldexp(any - .5, 18);
    }
}

std::uint64_t random_lane(std::mt19937& random, Scalar scalar) {
    if (!is_float(scalar)) return integer(random, scalar);
    const double value = real(random);
    if (scalar == Scalar::f16) return test::half_of(value);
    if (scalar == Scalar::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<std::uint64_t>(value);
}

// Evaluates a term that moves elements of vectors, for the work-item `item`.
void move_elements(const Term& term, const std::vector<Column>& x, std::size_t item, std::uint64_t* to) {
    const auto element = [&](std::size_t argument, std::size_t number) {
        return x[argument][item * term.arguments[argument]->type.width + number];
    };
    const unsigned from = term.arguments[0]->type.width;
    for (unsigned lane = 0; lane < term.type.width; ++lane) {
        unsigned number = 0;
        if (term.form == Form::look_up)
            number = static_cast<unsigned>(element(1, lane)) & (from - 1);
        else if (term.form == Form::look_up_both)
            number = static_cast<unsigned>(element(2, lane)) & (2 * from - 1);
        else
            number = term.numbers[lane];
        to[lane] = number < from ? element(0, number) : element(1, number - from);
    }
}

void join_elements(const Term& term, const std::vector<Column>& x, std::size_t item, std::uint64_t* to) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const unsigned width = term.arguments[i]->type.width;
        to = std::copy_n(&x[i][item * width], width, to);
    }
}

void reinterpret(const Term& term, const Column& x, std::size_t item, std::uint64_t* to) {
    const Type from = term.arguments[0]->type;
    Value value{from};
    for (unsigned lane = 0; lane < from.width; ++lane) value.lanes[lane] = x[item * from.width + lane];
    const Value result = reinterpret(term.type, value);
    for (unsigned lane = 0; lane < term.type.width; ++lane) to[lane] = result.lanes[lane];
}

}  // namespace

void change(const Term& term, Column& results) {
    const Scalar scalar = term.type.scalar;
    const std::uint64_t sign = 1ULL << (8 * bytes_of(scalar) - 1);
    for (std::uint64_t& lane : results) {
        if (term.form == Form::compare && !term.type.is_vector())
            lane ^= 1;
        else if (is_float(scalar))
            lane ^= sign | 2;
        else
            lane = lane_of(scalar, ~static_cast<__int128>(lane));
    }
}

bool InputKey::operator<(const InputKey& other) const {
    return std::tie(type.scalar, type.width, number) < std::tie(other.type.scalar, other.type.width, other.number);
}

namespace {

template <class Counts>
std::set<InputKey> keys_of(const Term& term, Counts counts) {
    std::set<InputKey> found;
    const std::function<void(const Term&)> find = [&](const Term& part) {
        if (counts(part.form)) found.insert({part.type, part.number});
        for (const TermPtr& argument : part.arguments) find(*argument);
    };
    find(term);
    return found;
}

// Returns random values of an input. Each input has its own random number generator, so that its values do not depend
// on the other inputs.
Column random_column(const InputKey& key, std::uint32_t seed, unsigned kind, std::size_t number) {
    std::vector<unsigned> own{seed, static_cast<unsigned>(key.type.scalar), key.type.width, key.number};
    if (kind != 0) own.push_back(kind);
    std::seed_seq sequence(own.begin(), own.end());
    std::mt19937 random(sequence);
    Column column;
    for (std::size_t i = 0; i < number * key.type.width; ++i) column.push_back(random_lane(random, key.type.scalar));
    return column;
}

}  // namespace

std::set<InputKey> inputs_of(const Term& term) {
    return keys_of(term, [](Form form) { return form == Form::input || form == Form::near || form == Form::gather; });
}

std::set<InputKey> edges_of(const Term& term) {
    return keys_of(term, [](Form form) { return form == Form::edge; });
}

Inputs Inputs::of(const std::vector<TermPtr>& terms, std::uint32_t seed, const Groups& groups) {
    Inputs inputs;
    inputs.groups = groups;
    for (const TermPtr& term : terms) {
        for (const InputKey& key : inputs_of(*term)) inputs.places[key];
        for (const InputKey& key : edges_of(*term)) inputs.edges[key] = random_column(key, seed, 1, items);
    }
    for (auto& [key, place] : inputs.places) {
        constexpr std::size_t readable = items + most_iterations;
        place.column = random_column(key, seed, 0, readable);
        place.offset = inputs.bytes;
        inputs.bytes += (readable * key.type.bytes() + alignment - 1) / alignment * alignment;
    }
    return inputs;
}

std::size_t Inputs::base_of(Scalar scalar) const { return places.lower_bound({{scalar, 0}, 0})->second.offset; }

std::vector<std::size_t> Inputs::bases() const {
    std::set<Scalar> scalars;
    for (const auto& [key, place] : places) scalars.insert(key.type.scalar);
    std::vector<std::size_t> found;
    for (const Scalar scalar : scalars) found.push_back(base_of(scalar));
    return found;
}

std::vector<std::byte> Inputs::memory() const {
    std::vector<std::byte> memory(bytes);
    for (const auto& [key, place] : places) {
        const unsigned size = bytes_of(key.type.scalar);
        for (std::size_t i = 0; i < place.column.size(); ++i)
            std::memcpy(&memory[place.offset + i * size], &place.column[i], size);
    }
    return memory;
}

Column evaluate_operation(const Term& term, const std::vector<Column>& x) {
    const unsigned width = term.type.width;
    Column result(std::size_t{items} * width);
    if (term.form < Form::reinterpret) {
        std::uint64_t lanes[3] = {};
        for (std::size_t i = 0; i < result.size(); ++i) {
            for (std::size_t k = 0; k < x.size(); ++k) lanes[k] = x[k][i];
            result[i] = apply(term, lanes);
        }
        return result;
    }
    for (std::size_t item = 0; item < items; ++item) {
        std::uint64_t* const to = &result[item * width];
        if (term.form == Form::reinterpret)
            reinterpret(term, x[0], item, to);
        else if (term.form == Form::join)
            join_elements(term, x, item, to);
        else
            move_elements(term, x, item, to);
    }
    return result;
}

Column evaluate(const Term& term, const Inputs& inputs, const Term* changed) {
    Moment moment(inputs, changed);
    return evaluate(term, moment);
}

unsigned expressions_of(const Term& term, const Inputs& inputs) {
    const Column results = evaluate(term, inputs);
    unsigned number = 0;
    const std::function<void(const Term&)> count = [&](const Term& part) {
        if (part.arguments.empty()) return;
        if (evaluate(term, inputs, &part) != results) ++number;
        for (const TermPtr& argument : part.arguments) count(*argument);
    };
    count(term);
    return number;
}

}  // namespace lanewise::fuzz
