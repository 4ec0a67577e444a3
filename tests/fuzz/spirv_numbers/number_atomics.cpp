// Atomic instructions on objects that only one work-item uses, and on an object that all work-items change.
#include "number_steps.h"

namespace lanewise::fuzz {
namespace {

std::uint64_t changed(std::string_view name, Scalar type, std::uint64_t old, std::uint64_t operand) {
    const auto chosen = [&](std::string_view comparison) {
        return compare(comparison, type, old, operand) ? old : operand;
    };
    if (name == "IIncrement") return integer_operation("IAdd", type.bits, old, 1);
    if (name == "IDecrement") return integer_operation("ISub", type.bits, old, 1);
    if (name == "SMin") return chosen("SLessThan");
    if (name == "SMax") return chosen("SGreaterThan");
    if (name == "UMin") return chosen("ULessThan");
    if (name == "UMax") return chosen("UGreaterThan");
    if (name == "And" || name == "Or" || name == "Xor")
        return integer_operation("Bitwise" + std::string(name), type.bits, old, operand);
    if (name == "FAddEXT") return real_operation("FAdd", type.bits, old, operand);
    if (name == "FMinEXT") return chosen("FOrdLessThan");
    if (name == "FMaxEXT") return chosen("FOrdGreaterThan");
    if (name == "Exchange") return operand;
    return integer_operation(name, type.bits, old, operand);
}

const std::vector<std::string> integer_names = {"IAdd", "ISub", "SMin", "SMax",     "UMin",       "UMax",
                                                "And",  "Or",   "Xor",  "Exchange", "IIncrement", "IDecrement"};

}  // namespace

// Returns the address of an object of the type, in a random storage class. Some of the addresses are generic pointers.
Steps::Object Steps::own_place(int type) {
    // Only small types can be in scratch memory, where a slot has 64 bits for each work-item.
    const bool is_small = !info(type).is_composite() && !info(type).is_vector();
    const std::string storage = module_.one_of<std::string>(
        {"Function", "Workgroup", is_small && !module_.in_function_ ? "CrossWorkgroup" : "Function"});
    const std::string pointer = pointer_type(storage, type);
    const std::string address = module_.new_id();
    Object place{.address = address, .storage = storage};
    if (place.storage == "Function") {
        module_.variables_ += address + " = OpVariable " + pointer + " Function\n";
    } else if (place.storage == "Workgroup") {
        const std::string length = module_.global_line("%uint_items", "OpConstant %uint " + std::to_string(work_items));
        const std::string name = info(type).id.substr(1);
        const std::string array =
            module_.global_line("%items_of_" + name, "OpTypeArray " + info(type).id + " " + length);
        const std::string whole = module_.global_line("%ptr_items_of_" + name, "OpTypePointer Workgroup " + array);
        const std::string variable = module_.new_id();
        module_.globals_ += variable + " = OpVariable " + whole + " Workgroup\n";
        module_.write(address + " = OpInBoundsAccessChain " + pointer + " " + variable + " " + module_.item_);
    } else {
        const Node offset =
            module_.constant_of(module_.type_of({Kind::integer, 64}, 0), {module_.scratch_slots_++ * work_items});
        const std::string index = module_.new_id(), word = module_.new_id();
        module_.write(index + " = OpIAdd %ulong %i " + offset.id);
        module_.write(word + " = OpInBoundsPtrAccessChain %ptr_scratch %scratch " + index);
        const bool is_cast = module_.chance(30);
        const std::string plain = is_cast ? module_.new_id() : address, device = module_.new_id();
        module_.write(plain + " = OpBitcast " + pointer + " " + word);
        if (is_cast) {
            const std::string of_device = pointer_type("DeviceOnlyINTEL", type);
            module_.write(device + " = OpCrossWorkgroupCastToPtrINTEL " + of_device + " " + plain);
            module_.write(address + " = OpPtrCastToCrossWorkgroupINTEL " + pointer + " " + device);
        }
    }
    if (module_.chance(35)) {
        place.address = module_.new_id();
        module_.write(place.address + " = OpPtrCastToGeneric " + pointer_type("Generic", type) + " " + address);
        place.storage = "Generic";
    }
    return place;
}

std::string Steps::word(std::uint64_t value) {
    const std::string number = std::to_string(value);
    return " " + module_.global_line("%word_" + number, "OpConstant %uint " + number);
}

// Returns a random operand. Floating-point operands are converted from integers, since comparisons with NaNs or with
// zeros of different signs have several right results.
Node Steps::atomic_operand(int type) {
    const Scalar element = scalar(type);
    if (element.kind == Kind::integer) return module_.choose(type);
    const Node whole = module_.choose(module_.type_of({Kind::integer, 8}, 0));
    const Node one = module_.constant_of(whole.type, {1});
    const Node some =
        elementwise(whole.type, "BitwiseOr", {&whole, &one}, [](const auto& v) { return v[0] | v[1]; }, false);
    return elementwise(
        type, "ConvertUToF", {&some},
        [&](const auto& v) { return convert({.from = {Kind::integer, 8}, .to = element}, v[0]); }, false);
}

void Steps::atomic_flag(const Object& place) {
    module_.write("OpAtomicFlagClear " + place.address + word(1) + word(0));
    for (const std::uint64_t was : {0u, 1u}) {
        Node flag = written(boolean(), "AtomicFlagTestAndSet", " " + place.address + word(2) + word(784));
        for (auto& value : flag.values) value = {was};
        module_.keep(flag);
    }
}

void Steps::atomics() {
    const bool is_real = module_.chance(30);
    const int type = is_real ? module_.random_real(0)
                             : module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 32, 64, 64})}, 0);
    const Scalar element = scalar(type);
    const auto scope = [&] { return word(module_.one_of<unsigned>({1, 2, 4})); };
    const auto order = [&] { return word(module_.one_of<unsigned>({0, 2, 4, 776, 784})); };
    const Object place = own_place(type);
    Node state = atomic_operand(type);
    module_.write("OpAtomicStore " + place.address + scope() + word(module_.chance(50) ? 0 : 4) + " " + state.id);
    const unsigned count = 1 + module_.below(4);
    for (unsigned i = 0; i < count; ++i) {
        const Node operand = atomic_operand(type), other = module_.chance(50) ? state : atomic_operand(type);
        const bool compares = module_.chance(15);
        const std::string name = compares  ? module_.one_of<std::string>({"CompareExchange", "CompareExchangeWeak"})
                                 : is_real ? module_.one_of<std::string>({"FAddEXT", "FMinEXT", "FMaxEXT", "Exchange"})
                                           : module_.one_of(integer_names);
        if (name == "FAddEXT" && usual_rounding(element) == Rounding::to_zero) continue;
        std::string operands = " " + place.address + scope() + order();
        if (compares)
            operands += word(0) + " " + operand.id + " " + other.id;
        else if (!name.ends_with("crement"))
            operands += " " + operand.id;
        Node old = written(type, "Atomic" + name, operands);
        old.values = state.values;
        for (unsigned item = 0; item < work_items; ++item) {
            std::uint64_t& value = state.values[item][0];
            if (!compares)
                value = changed(name, element, value, operand.values[item][0]);
            else if (value == other.values[item][0])
                value = operand.values[item][0];
        }
        module_.keep(old);
        Node loaded = written(type, "AtomicLoad", " " + place.address + scope() + word(module_.chance(50) ? 0 : 2));
        loaded.values = state.values;
        state = loaded;
    }
    module_.keep(state);
    if (!is_real && element.bits == 32 && module_.chance(30)) atomic_flag(place);
}

// All work-items change one object between two barriers.
void Steps::shared_atomics() {
    if (!module_.is_uniform()) return;
    const int type = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 32, 64})}, 0);
    const Scalar element = scalar(type);
    const std::string pointer = pointer_type("Workgroup", type), variable = module_.new_id();
    module_.globals_ += variable + " = OpVariable " + pointer + " Workgroup\n";
    const std::string group = word(2), order = word(784);
    const Node start = module_.constant(type), operand = module_.choose(type), condition = module_.choose(boolean());
    module_.write("OpAtomicStore " + variable + group + order + " " + start.id);
    barrier();
    const std::string name = module_.one_of<std::string>(
        {"IAdd", "ISub", "SMin", "SMax", "UMin", "UMax", "And", "Or", "Xor", "IIncrement", "IDecrement"});
    const bool is_divergent = module_.chance(40);
    const std::string number = std::to_string(module_.next_id_++);
    if (is_divergent) {
        module_.write("OpSelectionMerge %after" + number + " None");
        module_.write("OpBranchConditional " + condition.id + " %change" + number + " %after" + number);
        module_.write("%change" + number + " = OpLabel");
    }
    module_.write(module_.new_id() + " = OpAtomic" + name + " " + info(type).id + " " + variable + group + order +
                  (name.ends_with("crement") ? "" : " " + operand.id));
    if (is_divergent) {
        module_.write("OpBranch %after" + number);
        module_.label_ = "%after" + number;
        module_.write(module_.label_ + " = OpLabel");
    }
    barrier();
    Node loaded = written(type, "AtomicLoad", " " + variable + group + order);
    std::uint64_t value = start.values[0][0];
    for (unsigned item = 0; item < work_items; ++item)
        if (!is_divergent || condition.values[item][0] != 0)
            value = changed(name, element, value, operand.values[item][0]);
    for (auto& values : loaded.values) values = {value};
    module_.keep(loaded);
}

}  // namespace lanewise::fuzz
