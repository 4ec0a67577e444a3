#include "number_module.h"

#include <utility>

#include "number_steps.h"

namespace lanewise::fuzz {
namespace {

constexpr std::uint64_t multiplier = 6364136223846793005;

// True for operations that OpSpecConstantOp allows (section 3.52.7). The function lists only operations that the class
// Steps writes.
bool may_be_constant(std::string_view name) {
    static constexpr std::string_view names[] = {"SConvert",
                                                 "UConvert",
                                                 "FConvert",
                                                 "SNegate",
                                                 "Not",
                                                 "IAdd",
                                                 "ISub",
                                                 "IMul",
                                                 "UDiv",
                                                 "SDiv",
                                                 "UMod",
                                                 "SRem",
                                                 "SMod",
                                                 "ShiftLeftLogical",
                                                 "ShiftRightLogical",
                                                 "BitwiseAnd",
                                                 "BitwiseOr",
                                                 "BitwiseXor",
                                                 "ShiftRightArithmetic",
                                                 "VectorShuffle",
                                                 "CompositeExtract",
                                                 "CompositeInsert",
                                                 "LogicalOr",
                                                 "LogicalAnd",
                                                 "LogicalNot",
                                                 "LogicalEqual",
                                                 "LogicalNotEqual",
                                                 "Select",
                                                 "IEqual",
                                                 "INotEqual",
                                                 "ULessThan",
                                                 "SLessThan",
                                                 "UGreaterThan",
                                                 "SGreaterThan",
                                                 "ULessThanEqual",
                                                 "SLessThanEqual",
                                                 "UGreaterThanEqual",
                                                 "SGreaterThanEqual",
                                                 "ConvertFToS",
                                                 "ConvertSToF",
                                                 "ConvertFToU",
                                                 "ConvertUToF",
                                                 "Bitcast",
                                                 "FNegate",
                                                 "FAdd",
                                                 "FSub",
                                                 "FMul",
                                                 "FDiv",
                                                 "FRem",
                                                 "FMod"};
    for (const std::string_view known : names)
        if (known == name) return true;
    return false;
}

std::string literal(Scalar type, std::uint64_t bits) {
    char text[32];
    std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(bits));
    (void)type;
    return text;
}

}  // namespace

NumberModule::NumberModule(std::uint32_t seed, std::size_t first, std::size_t last)
    : random_(seed), first_(first), last_(last) {
    hashes_.assign(work_items, 0);
    globals_ +=
        "%hash_start = OpConstant %ulong 0\n%hash_factor = OpConstant %ulong 6364136223846793005\n"
        "%ulong_32 = OpConstant %ulong 32\n%bool_true = OpConstantTrue %bool\n";
    capabilities_ += "OpCapability FloatControls2\n%std = OpExtInstImport \"OpenCL.std\"\n";
    annotations_ += "OpExecutionMode %k ContractionOff\n";
    declare_objects();
    if (chance(20)) {
        constexpr unsigned widths[] = {16, 32, 64};
        for (unsigned i = 0; i < 3; ++i) {
            rounds_to_zero_[i] = chance(50);
            if (rounds_to_zero_[i])
                annotations_ += "OpExecutionMode %k RoundingModeRTZ " + std::to_string(widths[i]) + "\n";
        }
    }
    const unsigned steps = 4 + below(14);
    for (unsigned i = 0; i < steps; ++i) step(0);
    finish();
}

test::KernelText NumberModule::text() const {
    return {.capabilities = capabilities_,
            .annotations = annotations_,
            .globals = globals_,
            .functions = functions_,
            .parameters = {"%ptr_global_uint %out", "%ptr_scratch %scratch", "%image_type %image",
                           "%stored_type %stored", "%reader %packets_in", "%writer %packets_out"},
            .body = variables_ + "%place = OpInBoundsPtrAccessChain %ptr_global_uint %out %i\n" + body_};
}

// Defines an id at module scope, unless it is already defined. Returns the id.
std::string NumberModule::global_line(const std::string& id, const std::string& line) {
    const std::string text = id + " = " + line + "\n";
    if (globals_.find("\n" + text) == std::string::npos) globals_ += text;
    return id;
}

std::uint64_t NumberModule::random_bits() {
    const std::uint64_t bits = static_cast<std::uint64_t>(random_()) << 32 | random_();
    switch (below(5)) {
        case 0: return bits & 0xff;
        case 1: return ~(bits & 0xff);
        case 2: return std::uint64_t{1} << (bits & 63);
        default: return bits;
    }
}

int NumberModule::type_of(Scalar scalar, unsigned components) {
    for (std::size_t i = 0; i < types_.size(); ++i)
        if (!types_[i].is_composite() && types_[i].scalar == scalar && types_[i].components == components)
            return static_cast<int>(i);
    Type type{.scalar = scalar, .components = components};
    const std::string bits = std::to_string(scalar.bits);
    if (components != 0) {
        const std::string element = types_[static_cast<std::size_t>(type_of(scalar, 0))].id;
        type.id = element + "v" + std::to_string(components);
        globals_ += type.id + " = OpTypeVector " + element + " " + std::to_string(components) + "\n";
    } else if (scalar.kind == Kind::boolean) {
        type.id = "%bool";
    } else if (scalar.kind == Kind::bfloat) {
        type.id = "%bfloat";
        globals_ += "%bfloat = OpTypeFloat 16 BFloat16KHR\n";
    } else if (scalar.kind == Kind::real) {
        type.id = scalar.bits == 16 ? "%half" : scalar.bits == 32 ? "%float" : "%double";
    } else {
        switch (scalar.bits) {
            case 8: type.id = "%uchar"; break;
            case 16: type.id = "%ushort"; break;
            case 32: type.id = "%uint"; break;
            case 64: type.id = "%ulong"; break;
            default: type.id = "%int" + bits; globals_ += type.id + " = OpTypeInt " + bits + " 0\n";
        }
    }
    types_.push_back(type);
    return static_cast<int>(types_.size() - 1);
}

int NumberModule::composite_of(std::vector<int> members, bool is_array, bool is_twin) {
    for (std::size_t i = 0; i < types_.size() && !is_twin; ++i)
        if (types_[i].members == members && types_[i].is_array == is_array) return static_cast<int>(i);
    Type type{
        .scalar = {}, .members = members, .id = "%composite" + std::to_string(types_.size()), .is_array = is_array};
    const auto name = [&](int member) { return types_[static_cast<std::size_t>(member)].id; };
    if (is_array) {
        const Node length = constant_of(type_of({Kind::integer, 32}, 0), {members.size()});
        globals_ += type.id + " = OpTypeArray " + name(members[0]) + " " + length.id + "\n";
    } else {
        globals_ += type.id + " = OpTypeStruct";
        for (const int member : members) globals_ += " " + name(member);
        globals_ += "\n";
    }
    types_.push_back(type);
    return static_cast<int>(types_.size() - 1);
}

unsigned NumberModule::random_length() {
    if (chance(55)) return 0;
    return chance(75) ? one_of<unsigned>({2, 3, 4, 8, 16}) : one_of<unsigned>({1, 5, 7, 12, 32});
}

int NumberModule::random_integer(unsigned components) {
    const unsigned bits =
        chance(75) ? one_of<unsigned>({8, 16, 32, 64}) : one_of<unsigned>({1, 2, 3, 5, 12, 24, 33, 48, 63});
    return type_of({Kind::integer, bits}, components);
}

int NumberModule::random_real(unsigned components) {
    return type_of({Kind::real, one_of<unsigned>({16, 32, 32, 64})}, components);
}

int NumberModule::random_type() {
    const unsigned length = random_length();
    if (chance(12)) return random_composite();
    if (chance(15)) return type_of({Kind::boolean, 1}, length);
    if (chance(8)) return type_of({Kind::bfloat, 16}, length);
    return chance(60) ? random_integer(length) : random_real(length);
}

int NumberModule::random_composite() {
    std::vector<int> members;
    const unsigned count = 1 + below(4);
    const bool is_array = chance(35);
    for (unsigned i = 0; i < count; ++i) {
        if (is_array && i > 0) {
            members.push_back(members[0]);
        } else if (chance(15)) {
            members.push_back(composite_of({random_integer(0), type_of({Kind::boolean, 1}, random_length())}, false));
        } else {
            members.push_back(chance(30)   ? type_of({Kind::boolean, 1}, random_length())
                              : chance(60) ? random_integer(random_length())
                                           : random_real(random_length()));
        }
    }
    return composite_of(members, is_array);
}

std::size_t NumberModule::leaves(int type) const {
    const Type& info = types_[static_cast<std::size_t>(type)];
    if (!info.is_composite()) return info.is_vector() ? info.components : 1;
    std::size_t count = 0;
    for (const int member : info.members) count += leaves(member);
    return count;
}

Node NumberModule::constant_of(int type, std::vector<std::uint64_t> values) {
    const Type info = types_[static_cast<std::size_t>(type)];
    Node node{.type = type, .is_constant = true};
    node.values.assign(work_items, values);
    std::string line;
    const bool is_special = chance(30);
    if (info.is_composite() || info.is_vector()) {
        line = is_special ? " = OpSpecConstantComposite " : " = OpConstantComposite ";
        line += info.id;
        std::size_t next = 0;
        const std::size_t parts = info.is_composite() ? info.members.size() : info.components;
        for (std::size_t i = 0; i < parts; ++i) {
            const int part = info.is_composite() ? info.members[i] : type_of(info.scalar, 0);
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(next);
            line += " " + constant_of(part, {begin, begin + static_cast<std::ptrdiff_t>(leaves(part))}).id;
            next += leaves(part);
        }
    } else if (info.scalar.kind == Kind::boolean) {
        line =
            std::string(" = Op") + (is_special ? "Spec" : "") + "Constant" + (values[0] ? "True " : "False ") + info.id;
    } else {
        line = std::string(" = Op") + (is_special ? "Spec" : "") + "Constant " + info.id + " " +
               literal(info.scalar, values[0]);
    }
    node.id = new_id();
    globals_ += node.id + line + "\n";
    return node;
}

Node NumberModule::constant(int type) {
    const Type info = types_[static_cast<std::size_t>(type)];
    if (info.is_composite() || info.is_vector() || chance(80)) {
        std::vector<std::uint64_t> values;
        for (std::size_t i = 0; i < leaves(type); ++i) values.push_back(random_bits() & mask_of(leaf(type, i).bits));
        if (chance(5)) {
            Node null{.type = type, .id = new_id(), .is_constant = true};
            null.values.assign(work_items, std::vector<std::uint64_t>(leaves(type), 0));
            globals_ += null.id + " = OpConstantNull " + info.id + "\n";
            return null;
        }
        return constant_of(type, values);
    }
    return constant_of(
        type, {info.scalar.kind == Kind::real ? convert({.from = {Kind::integer, 8}, .to = info.scalar}, below(100))
                                              : below(2)});
}

Scalar NumberModule::leaf(int type, std::size_t index) const {
    const Type& info = types_[static_cast<std::size_t>(type)];
    if (!info.is_composite()) return info.scalar;
    for (const int member : info.members) {
        if (index < leaves(member)) return leaf(member, index);
        index -= leaves(member);
    }
    return {};
}

// Writes a value that depends on the work-item: a scalar, or a vector or composite of scalars.
Node NumberModule::fresh(int type) {
    const Type info = types_[static_cast<std::size_t>(type)];
    Node node{.type = type, .id = new_id(), .values = std::vector<std::vector<std::uint64_t>>(work_items)};
    if (info.is_composite() || info.is_vector()) {
        std::string line = node.id + " = OpCompositeConstruct " + info.id;
        const std::size_t parts = info.is_composite() ? info.members.size() : info.components;
        for (std::size_t i = 0; i < parts; ++i) {
            const Node part = choose(info.is_composite() ? info.members[i] : type_of(info.scalar, 0));
            line += " " + part.id;
            for (unsigned item = 0; item < work_items; ++item)
                node.values[item].insert(node.values[item].end(), part.values[item].begin(), part.values[item].end());
        }
        write(line);
        return node;
    }
    const unsigned bits = info.scalar.bits;
    const Node factor = constant_of(type_of({Kind::integer, 64}, 0), {random_bits() | 1});
    const Node shift = constant_of(type_of({Kind::integer, 64}, 0), {below(64)});
    const std::string product = new_id(), shifted = new_id();
    write(product + " = OpIMul %ulong " + item_ + " " + factor.id);
    write(shifted + " = OpShiftRightLogical %ulong " + product + " " + shift.id);
    std::string narrow = shifted;
    const bool is_small = info.scalar.kind == Kind::real && chance(50);
    const unsigned narrow_bits = is_small ? 8 : bits;
    const bool is_real = info.scalar.kind == Kind::real || info.scalar.kind == Kind::bfloat;
    const Type integer = types_[static_cast<std::size_t>(type_of({Kind::integer, narrow_bits}, 0))];
    if (info.scalar.kind == Kind::boolean) {
        const std::string one = new_id();
        write(one + " = OpBitwiseAnd %ulong " + shifted + " " + constant_of(type_of({Kind::integer, 64}, 0), {1}).id);
        write(node.id + " = OpINotEqual %bool " + one + " %hash_start");
    } else {
        if (narrow_bits != 64) {
            narrow = is_real ? new_id() : node.id;
            write(narrow + " = OpUConvert " + integer.id + " " + shifted);
        } else if (!is_real) {
            write(node.id + " = OpCopyObject %ulong " + shifted);
        }
        if (is_real) write(node.id + (is_small ? " = OpConvertUToF " : " = OpBitcast ") + info.id + " " + narrow);
    }
    for (unsigned item = 0; item < work_items; ++item) {
        std::uint64_t value = (item * factor.values[0][0]) >> shift.values[0][0] &
                              mask_of(info.scalar.kind == Kind::boolean ? 1 : narrow_bits);
        if (is_small) value = convert({.from = {Kind::integer, 8}, .to = info.scalar}, value);
        node.values[item] = {value};
    }
    return node;
}

Node NumberModule::choose(int type) {
    if (chance(75)) {
        std::vector<std::size_t> fitting;
        for (std::size_t i = 0; i < pool_.size(); ++i)
            if (pool_[i].type == type) fitting.push_back(i);
        if (!fitting.empty()) return pool_[one_of(fitting)];
    }
    Node node = chance(25) ? constant(type) : fresh(type);
    pool_.push_back(node);
    return node;
}

Node NumberModule::emit(int type, const std::string& operation, const std::vector<const Node*>& operands,
                        const std::string& literals) {
    Node node{.type = type, .id = new_id(), .values = std::vector<std::vector<std::uint64_t>>(work_items)};
    bool is_constant = may_be_constant(operation);
    std::string arguments;
    for (const Node* operand : operands) {
        arguments += " " + operand->id;
        is_constant &= operand->is_constant;
    }
    arguments += literals;
    const std::string& name = types_[static_cast<std::size_t>(type)].id;
    if (is_constant) {
        globals_ += node.id + " = OpSpecConstantOp " + name + " " + operation + arguments + "\n";
        node.is_constant = true;
    } else {
        write(node.id + " = Op" + operation + " " + name + arguments);
    }
    return node;
}

void NumberModule::keep(Node node) {
    const std::size_t number = results_++;
    const std::size_t end = body_.find_last_of('\n', body_.size() - 2);
    lines_.push_back(node.id + " " + (end == std::string::npos ? body_ : body_.substr(end + 1)));
    if (!in_function_ && number >= first_ && number < last_) fold(node);
    pool_.push_back(std::move(node));
}

void NumberModule::step(unsigned depth) {
    const unsigned before = std::exchange(depth_, depth);
    if (chance(5)) write(one_of<std::string>({"OpNop", "OpLine %file 7 3", "OpNoLine"}));
    if (depth < 3 && !in_function_ && chance(8))
        Steps(*this).flow();
    else
        Steps(*this).any();
    depth_ = before;
}

// Returns the id of the component's bits as ulong. All NaNs give the same bits.
std::string NumberModule::to_word(const std::string& component, int type) {
    Type info = types_[static_cast<std::size_t>(type)];
    std::string value = component;
    const auto made = [&](const std::string& line) {
        const std::string id = new_id();
        write(id + " = " + line);
        return id;
    };
    if (info.scalar.kind == Kind::boolean) return made("OpSelect %ulong " + component + " %ulong_32 %hash_start");
    if (info.scalar.kind == Kind::bfloat) {
        value = made("OpFConvert %float " + value);
        info = types_[static_cast<std::size_t>(type_of({Kind::real, 32}, 0))];
    }
    if (info.scalar.kind == Kind::real) {
        const Type integer = types_[static_cast<std::size_t>(type_of({Kind::integer, info.scalar.bits}, 0))];
        const Node nan = constant_of(type_of(info.scalar, 0), {quiet_nan(info.scalar)});
        const std::string is_nan = made("OpIsNan %bool " + value);
        value = made("OpSelect " + info.id + " " + is_nan + " " + nan.id + " " + value);
        value = made("OpBitcast " + integer.id + " " + value);
    }
    return info.scalar.bits == 64 ? value : made("OpUConvert %ulong " + value);
}

void NumberModule::fold(const Node& node) {
    // Restores the random state at the end, so that modules differ only in the results that they fold into the output.
    const std::mt19937 before = random_;
    struct Part {
        std::string id;
        int type;
    };
    std::vector<Part> parts{{node.id, node.type}}, scalars;
    while (!parts.empty()) {
        const Part part = parts.back();
        parts.pop_back();
        const Type info = types_[static_cast<std::size_t>(part.type)];
        const std::size_t count = info.is_composite() ? info.members.size() : info.components;
        if (count == 0) scalars.push_back(part);
        for (std::size_t i = count; i-- > 0;) {
            const int member = info.is_composite() ? info.members[i] : type_of(info.scalar, 0);
            const std::string id = new_id();
            write(id + " = OpCompositeExtract " + types_[static_cast<std::size_t>(member)].id + " " + part.id + " " +
                  std::to_string(i));
            parts.push_back({id, member});
        }
    }
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        const std::string word = to_word(scalars[i].id, scalars[i].type);
        const std::string product = new_id(), sum = new_id();
        write(product + " = OpIMul %ulong " + hash_ + " %hash_factor");
        write(sum + " = OpIAdd %ulong " + product + " " + word);
        hash_ = sum;
        const Scalar scalar = types_[static_cast<std::size_t>(scalars[i].type)].scalar;
        for (unsigned item = 0; item < work_items; ++item) {
            std::uint64_t value = node.values[item][i];
            if (scalar.kind == Kind::boolean) value *= 32;
            if (is_nan(scalar, value)) value = quiet_nan(scalar);
            if (scalar.kind == Kind::bfloat) value <<= 16;
            hashes_[item] = hashes_[item] * multiplier + value;
        }
    }
    random_ = before;
}

void NumberModule::finish() {
    write("%hash_high = OpShiftRightLogical %ulong " + hash_ + " %ulong_32");
    write("%hash_both = OpBitwiseXor %ulong " + hash_ + " %hash_high");
    write("%hash_word = OpUConvert %uint %hash_both");
    write("OpStore %place %hash_word");
    for (const std::uint64_t hash : hashes_) expected_.push_back(static_cast<std::uint32_t>(hash ^ hash >> 32));
}

}  // namespace lanewise::fuzz
