// Conversions, and instructions that move components between vectors, structures and memory.
#include <algorithm>
#include <numeric>

#include "number_steps.h"

namespace lanewise::fuzz {

// Decorates some conversions as saturating, but only conversions that may saturate and whose result is not a constant.
void Steps::decorate_conversion(const Node& node, Conversion& conversion, bool may_saturate) {
    if (node.is_constant) return;
    if (may_saturate && module_.chance(60)) {
        module_.annotations_ += "OpDecorate " + node.id + " SaturatedConversion\n";
        conversion.saturates = true;
    }
}

void Steps::integer_conversion() {
    const unsigned length = module_.random_length();
    const int from = module_.random_integer(length), to = module_.random_integer(length);
    if (from == to) return;
    const Node value = module_.choose(from);
    Conversion conversion{.from = scalar(from), .to = scalar(to)};
    const std::string name = module_.one_of<std::string>({"UConvert", "SConvert", "SatConvertSToU", "SatConvertUToS"});
    conversion.from_signed = name == "SConvert" || name == "SatConvertSToU";
    conversion.to_signed = name == "SConvert" || name == "SatConvertUToS";
    Node node = module_.emit(to, name, {&value});
    if (name.starts_with("Sat"))
        conversion.saturates = true;
    else
        decorate_conversion(node, conversion, true);
    for (unsigned item = 0; item < work_items; ++item)
        for (const std::uint64_t component : value.values[item])
            node.values[item].push_back(convert(conversion, component));
    module_.keep(node);
}

void Steps::to_real() {
    const unsigned length = module_.random_length();
    const int from = module_.random_integer(length);
    const int to = module_.chance(15) ? module_.type_of({Kind::bfloat, 16}, length) : module_.random_real(length);
    const Node value = module_.choose(from);
    Conversion conversion{.from = scalar(from), .to = scalar(to), .from_signed = module_.chance(50)};
    Node node = module_.emit(to, conversion.from_signed ? "ConvertSToF" : "ConvertUToF", {&value});
    if (!node.is_constant) conversion.rounding = usual_rounding(conversion.to);
    if (!node.is_constant && conversion.to.kind == Kind::real && module_.chance(50)) {
        const unsigned mode = module_.below(4);
        static const char* const names[] = {"RTE", "RTZ", "RTP", "RTN"};
        module_.annotations_ += "OpDecorate " + node.id + " FPRoundingMode " + names[mode] + "\n";
        conversion.rounding = static_cast<Rounding>(mode);
    }
    for (unsigned item = 0; item < work_items; ++item)
        for (const std::uint64_t component : value.values[item])
            node.values[item].push_back(convert(conversion, component));
    module_.keep(node);
}

// Writes a conversion to an integer. The conversion saturates if a number does not fit the integer type, since the
// result would be undefined otherwise.
void Steps::to_integer() {
    const unsigned length = module_.random_length();
    const int to = module_.random_integer(length);
    const int from = module_.chance(15) ? module_.type_of({Kind::bfloat, 16}, length) : module_.random_real(length);
    Conversion conversion{
        .from = scalar(from), .to = scalar(to), .to_signed = module_.chance(50), .rounding = Rounding::to_zero};
    Node value = module_.choose(from);
    bool fits = true;
    for (const auto& item : value.values)
        for (const std::uint64_t component : item) fits &= is_in_range(conversion, component);
    if (!fits && value.is_constant) value = module_.fresh(from);
    const bool saturates = !fits && !value.is_constant;
    if (!fits && !saturates) return;
    if (value.is_constant) {
        // Conversions of constants cannot be decorated, so they do not saturate.
        Node node = module_.emit(to, conversion.to_signed ? "ConvertFToS" : "ConvertFToU", {&value});
        for (unsigned item = 0; item < work_items; ++item)
            for (const std::uint64_t component : value.values[item])
                node.values[item].push_back(convert(conversion, component));
        return module_.keep(node);
    }
    Node node = module_.emit(to, conversion.to_signed ? "ConvertFToS" : "ConvertFToU", {&value});
    fits = true;
    for (const auto& item : value.values)
        for (const std::uint64_t component : item) fits &= is_in_range(conversion, component);
    if (!fits || module_.chance(50)) {
        module_.annotations_ += "OpDecorate " + node.id + " SaturatedConversion\n";
        conversion.saturates = true;
    }
    if (conversion.saturates && module_.chance(60)) {
        const unsigned mode = module_.below(4);
        static const char* const names[] = {"RTE", "RTZ", "RTP", "RTN"};
        module_.annotations_ += "OpDecorate " + node.id + " FPRoundingMode " + names[mode] + "\n";
        conversion.rounding = static_cast<Rounding>(mode);
    }
    for (unsigned item = 0; item < work_items; ++item)
        for (const std::uint64_t component : value.values[item])
            node.values[item].push_back(convert(conversion, component));
    module_.keep(node);
}

void Steps::real_conversion() {
    const unsigned length = module_.random_length();
    const auto any = [&] {
        return module_.chance(25) ? module_.type_of({Kind::bfloat, 16}, length) : module_.random_real(length);
    };
    const int from = any(), to = any();
    if (from == to) return;
    const Node value = module_.choose(from);
    Conversion conversion{.from = scalar(from), .to = scalar(to)};
    if (conversion.to.kind == Kind::bfloat && conversion.from.bits == 32 && module_.chance(50)) {
        const int words = like(from, {Kind::integer, 16});
        elementwise(
            words, "ConvertFToBF16INTEL", {&value},
            [&](const auto& v) { return is_nan(conversion.from, v[0]) ? 0 : convert(conversion, v[0]); }, false);
    }
    Node node = module_.emit(to, "FConvert", {&value});
    if (!node.is_constant) conversion.rounding = usual_rounding(conversion.to);
    if (!node.is_constant && conversion.to.kind == Kind::real && module_.chance(50)) {
        const unsigned mode = module_.below(4);
        static const char* const names[] = {"RTE", "RTZ", "RTP", "RTN"};
        module_.annotations_ += "OpDecorate " + node.id + " FPRoundingMode " + names[mode] + "\n";
        conversion.rounding = static_cast<Rounding>(mode);
    }
    for (unsigned item = 0; item < work_items; ++item)
        for (const std::uint64_t component : value.values[item])
            node.values[item].push_back(convert(conversion, component));
    module_.keep(node);
}

// Writes a bitcast between types of the same size. The first component becomes the lowest bits.
void Steps::bitcast() {
    static constexpr unsigned lengths[] = {0, 2, 4, 8, 16};
    const auto any = [&] {
        const unsigned length = lengths[module_.below(5)];
        if (module_.chance(35)) return module_.random_real(length);
        return module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, length);
    };
    const int from = any();
    const unsigned bits = scalar(from).bits * static_cast<unsigned>(module_.leaves(from));
    int to = any();
    for (unsigned tries = 0; tries < 50; ++tries) {
        if (to != from && scalar(to).bits * module_.leaves(to) == bits) break;
        to = any();
    }
    if (to == from || scalar(to).bits * module_.leaves(to) != bits) return;
    Node value = module_.choose(from);
    if (scalar(from).kind == Kind::real) value = without_nan(value);
    Node node = module_.emit(to, "Bitcast", {&value});
    const unsigned own = scalar(from).bits, other = scalar(to).bits;
    for (unsigned item = 0; item < work_items; ++item)
        for (unsigned at = 0; at < bits; at += other) {
            std::uint64_t word = 0;
            for (unsigned bit = 0; bit < other; ++bit)
                word |= (value.values[item][(at + bit) / own] >> (at + bit) % own & 1) << bit;
            node.values[item].push_back(word);
        }
    module_.keep(node);
}

// Writes the construction of a vector from scalars and shorter vectors.
void Steps::construct() {
    if (module_.chance(30)) return module_.keep(module_.fresh(module_.random_composite()));
    const Scalar element = scalar(module_.random_type());
    const unsigned length = module_.one_of<unsigned>({2, 3, 4, 5, 8, 16});
    std::vector<Node> parts;
    for (unsigned left = length; left > 0;) {
        const unsigned part = left > 1 && module_.chance(50) ? 2 + module_.below(std::min(left, 4u) - 1) : 0;
        parts.push_back(module_.choose(module_.type_of(element, part)));
        left -= part == 0 ? 1 : part;
    }
    std::vector<const Node*> operands;
    for (const Node& part : parts) operands.push_back(&part);
    Node node = module_.emit(module_.type_of(element, length), "CompositeConstruct", operands);
    for (unsigned item = 0; item < work_items; ++item)
        for (const Node& part : parts)
            node.values[item].insert(node.values[item].end(), part.values[item].begin(), part.values[item].end());
    module_.keep(node);
}

namespace {

struct Place {
    int type;
    std::size_t first;  // leaf
    std::string indices;
};

}  // namespace

// Returns the part of `whole` that begins at component `at`, as a value of the type.
Node Steps::placed(int type, const Node& whole, std::size_t at) {
    Node node{.type = type, .id = {}, .values = std::vector<std::vector<std::uint64_t>>(work_items)};
    for (unsigned item = 0; item < work_items; ++item) {
        const auto begin = whole.values[item].begin() + static_cast<std::ptrdiff_t>(at);
        node.values[item].assign(begin, begin + static_cast<std::ptrdiff_t>(module_.leaves(type)));
    }
    return node;
}

void Steps::extract() {
    const int whole = module_.chance(50)
                          ? module_.random_composite()
                          : module_.type_of(scalar(module_.random_type()), module_.one_of<unsigned>({2, 3, 4, 8, 1}));
    const Node object = module_.choose(whole);
    Place place{whole, 0, ""};
    do {
        const Type type = info(place.type);
        const unsigned part =
            module_.below(static_cast<unsigned>(type.is_composite() ? type.members.size() : type.components));
        place.indices += " " + std::to_string(part);
        if (!type.is_composite()) {
            place.first += part;
            place.type = module_.type_of(type.scalar, 0);
            break;
        }
        for (unsigned i = 0; i < part; ++i) place.first += module_.leaves(type.members[i]);
        place.type = type.members[part];
    } while ((info(place.type).is_composite() || info(place.type).is_vector()) && module_.chance(60));
    Node node = module_.emit(place.type, "CompositeExtract", {&object}, place.indices);
    node.values = placed(place.type, object, place.first).values;
    module_.keep(node);
}

void Steps::insert() {
    const int whole = module_.chance(50)
                          ? module_.random_composite()
                          : module_.type_of(scalar(module_.random_type()), module_.one_of<unsigned>({2, 3, 4, 8, 1}));
    const Node object = module_.choose(whole);
    Place place{whole, 0, ""};
    do {
        const Type type = info(place.type);
        const unsigned part =
            module_.below(static_cast<unsigned>(type.is_composite() ? type.members.size() : type.components));
        place.indices += " " + std::to_string(part);
        if (!type.is_composite()) {
            place.first += part;
            place.type = module_.type_of(type.scalar, 0);
            break;
        }
        for (unsigned i = 0; i < part; ++i) place.first += module_.leaves(type.members[i]);
        place.type = type.members[part];
    } while ((info(place.type).is_composite() || info(place.type).is_vector()) && module_.chance(60));
    const Node value = module_.choose(place.type);
    Node node = module_.emit(whole, "CompositeInsert", {&value, &object}, place.indices);
    node.values = object.values;
    for (unsigned item = 0; item < work_items; ++item)
        std::copy(value.values[item].begin(), value.values[item].end(),
                  node.values[item].begin() + static_cast<std::ptrdiff_t>(place.first));
    module_.keep(node);
}

void Steps::dynamic() {
    const unsigned length = module_.one_of<unsigned>({2, 3, 4, 8, 16, 5, 1});
    const int whole = module_.type_of(scalar(module_.random_type()), length);
    const int words = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, 0);
    const Node object = module_.choose(whole), any = module_.choose(words);
    const Node bound = module_.constant_of(words, {length});
    const Node index = elementwise(words, "UMod", {&any, &bound}, [](const auto& v) { return v[0] % v[1]; }, false);
    const int element = module_.type_of(scalar(whole), 0);
    if (module_.chance(50)) {
        Node node = module_.emit(element, "VectorExtractDynamic", {&object, &index});
        for (unsigned item = 0; item < work_items; ++item)
            node.values[item] = {object.values[item][index.values[item][0]]};
        return module_.keep(node);
    }
    const Node value = module_.choose(element);
    Node node = module_.emit(whole, "VectorInsertDynamic", {&object, &value, &index});
    node.values = object.values;
    for (unsigned item = 0; item < work_items; ++item) node.values[item][index.values[item][0]] = value.values[item][0];
    module_.keep(node);
}

void Steps::shuffle() {
    const Scalar element = scalar(module_.random_type());
    const std::vector<unsigned> lengths = {1, 2, 3, 4, 5, 8, 16};
    const unsigned first = module_.one_of(lengths), second = module_.one_of(lengths), length = module_.one_of(lengths);
    const Node left = module_.choose(module_.type_of(element, first));
    const Node right = module_.choose(module_.type_of(element, second));
    std::vector<unsigned> places(length);
    std::string literals;
    for (unsigned& place : places) {
        place = module_.below(first + second);
        literals += " " + std::to_string(place);
    }
    Node node = module_.emit(module_.type_of(element, length), "VectorShuffle", {&left, &right}, literals);
    for (unsigned item = 0; item < work_items; ++item)
        for (const unsigned place : places)
            node.values[item].push_back(place < first ? left.values[item][place] : right.values[item][place - first]);
    module_.keep(node);
}

void Steps::replicate() {
    const unsigned count = 1 + module_.below(6);
    const bool is_array = module_.chance(40);
    const int part = is_array ? module_.random_type() : module_.type_of(scalar(module_.random_type()), 0);
    const Node value = module_.choose(part);
    const int whole =
        is_array ? module_.composite_of(std::vector<int>(count, part), true) : module_.type_of(scalar(part), count);
    Node node = module_.emit(whole, "CompositeConstructReplicateEXT", {&value});
    for (unsigned item = 0; item < work_items; ++item)
        for (unsigned i = 0; i < count; ++i)
            node.values[item].insert(node.values[item].end(), value.values[item].begin(), value.values[item].end());
    module_.keep(node);
}

// Writes a copy of a value; a structure may be copied to another structure type with the same members.
void Steps::copy() {
    const int type = module_.random_type();
    const Node value = module_.choose(type);
    const bool is_twin = info(type).is_composite() && !info(type).is_array && module_.chance(60);
    const int result = is_twin ? module_.composite_of(info(type).members, false, true) : type;
    const std::string name = is_twin ? "CopyLogical" : module_.one_of<std::string>({"CopyObject", "FreezeKHR"});
    Node node = module_.emit(result, name, {&value});
    node.values = value.values;
    module_.keep(node);
}

// Writes a store to a variable of the function, and a load of the same value.
void Steps::memory() {
    const int type = module_.random_type();
    const Node value = module_.choose(type);
    const std::string pointer = "%pointer" + std::to_string(module_.next_id_++), variable = module_.new_id();
    module_.globals_ += pointer + " = OpTypePointer Function " + info(type).id + "\n";
    module_.variables_ += variable + " = OpVariable " + pointer + " Function\n";
    module_.write("OpStore " + variable + " " + value.id);
    Node node = module_.emit(type, "Load", {}, " " + variable);
    node.values = value.values;
    module_.keep(node);
}

}  // namespace lanewise::fuzz
