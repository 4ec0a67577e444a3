// Access chains, copies of memory, casts and comparisons of pointers, arrays of variable length, and asynchronous
// copies.
#include "number_steps.h"

namespace lanewise::fuzz {

namespace {

// Returns the size of a value in memory in bytes; 0 for composites, bools, and unusual widths and lengths.
std::uint64_t bytes_of(const Type& type) {
    if (type.is_composite() || type.scalar.kind == Kind::boolean) return 0;
    const unsigned bits = type.scalar.bits;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return 0;
    const unsigned count = type.components == 3 ? 4 : type.components;
    if (count != 0 && (count & (count - 1)) != 0) return 0;
    return std::uint64_t{bits / 8} * (count == 0 ? 1 : count);
}

}  // namespace

// Writes stores to the elements of an array, one by one. The array is a variable of the function or in local memory.
void Steps::elements() {
    const int type = module_.random_type();
    const unsigned count = 2 + module_.below(4);
    const int array = module_.composite_of(std::vector<int>(count, type), true);
    const Object place = own_place(array);
    const std::string pointer = pointer_type(place.storage, type);
    const auto word = [&] { return module_.type_of({Kind::integer, module_.one_of<unsigned>({16, 32, 64})}, 0); };
    const auto chain = [&](const Node& index) {
        const std::string id = module_.new_id();
        module_.write(id + " = Op" + (module_.chance(50) ? "InBounds" : "") + "AccessChain " + pointer + " " +
                      place.address + " " + index.id);
        return id;
    };
    std::vector<Node> values;
    for (unsigned i = 0; i < count; ++i) {
        values.push_back(module_.choose(type));
        module_.write("OpStore " + chain(module_.constant_of(word(), {i})) + " " + values.back().id +
                      (module_.chance(20) ? " Volatile" : ""));
    }
    const Node left = remainder(module_.choose(word()), count), right = remainder(module_.choose(word()), count);
    const std::string at_left = chain(left), at_right = chain(right);
    Node loaded = written(type, "Load", " " + at_left);
    for (unsigned item = 0; item < work_items; ++item) loaded.values[item] = values[left.values[item][0]].values[item];
    module_.keep(loaded);
    const auto numbers = [&](const Node& node, unsigned item) { return node.values[item][0]; };
    Node same = written(boolean(), module_.chance(50) ? "PtrEqual" : "PtrNotEqual", " " + at_left + " " + at_right);
    const bool is_equal = module_.body_.rfind("OpPtrEqual") != std::string::npos &&
                          module_.body_.rfind("OpPtrEqual") > module_.body_.rfind(" = OpLoad");
    for (unsigned item = 0; item < work_items; ++item)
        same.values[item] = {(numbers(left, item) == numbers(right, item)) == is_equal};
    module_.keep(same);
    const int wide = module_.type_of({Kind::integer, module_.one_of<unsigned>({32, 64})}, 0);
    Node distance = written(wide, "PtrDiff", " " + at_left + " " + at_right);
    for (unsigned item = 0; item < work_items; ++item)
        distance.values[item] = {(numbers(left, item) - numbers(right, item)) & mask_of(scalar(wide).bits)};
    module_.keep(distance);
    // Moves a pointer from one element to another by a number of elements, which may be negative.
    const std::string moved = module_.new_id();
    module_.write(moved + " = Op" + (module_.chance(50) ? "InBounds" : "") + "PtrAccessChain " + pointer + " " +
                  at_right + " " + distance.id);
    Node again = written(type, "Load", " " + moved);
    again.values = loaded.values;
    module_.keep(again);
}

// Writes a store to one member of a structure or array in memory.
void Steps::members() {
    const int type = module_.random_composite();
    const Object place = own_place(type);
    const Node whole = module_.choose(type);
    module_.write("OpStore " + place.address + " " + whole.id);
    int part = type;
    std::size_t first = 0;
    std::string indices;
    do {
        const Type now = info(part);
        const unsigned which =
            module_.below(static_cast<unsigned>(now.is_composite() ? now.members.size() : now.components));
        indices += " " + uint_constant(which).id;
        if (!now.is_composite()) {
            first += which;
            part = module_.type_of(now.scalar, 0);
            break;
        }
        for (unsigned i = 0; i < which; ++i) first += module_.leaves(now.members[i]);
        part = now.members[which];
        // A component of a vector has an address only if the component is no bool and has a usual width.
    } while (info(part).is_composite() || (bytes_of(info(part)) != 0 && info(part).is_vector() && module_.chance(50)));
    const std::string address = module_.new_id();
    module_.write(address + " = OpAccessChain " + pointer_type(place.storage, part) + " " + place.address + indices);
    Node loaded = written(part, "Load", " " + address);
    loaded.values = placed(part, whole, first).values;
    module_.keep(loaded);
    const Node stored = module_.choose(part);
    module_.write("OpStore " + address + " " + stored.id);
    Node all = written(type, "Load", " " + place.address);
    all.values = whole.values;
    for (unsigned item = 0; item < work_items; ++item)
        std::copy(stored.values[item].begin(), stored.values[item].end(),
                  all.values[item].begin() + static_cast<std::ptrdiff_t>(first));
    module_.keep(all);
}

void Steps::copies() {
    const int type = module_.random_type();
    const Object from = own_place(type), to = own_place(type);
    const Node value = module_.choose(type);
    module_.write("OpStore " + from.address + " " + value.id);
    const std::uint64_t bytes = bytes_of(info(type));
    const bool is_sized = bytes != 0 && module_.chance(50);
    const std::string access = module_.chance(20) ? " Volatile" : "";
    if (is_sized)
        module_.write(
            "OpCopyMemorySized " + to.address + " " + from.address + " " +
            module_.constant_of(module_.type_of({Kind::integer, module_.one_of<unsigned>({16, 32, 64})}, 0), {bytes})
                .id +
            access);
    else
        module_.write("OpCopyMemory " + to.address + " " + from.address + access);
    Node node = written(type, "Load", " " + to.address + (module_.chance(20) ? " Aligned 1" : ""));
    node.values = value.values;
    module_.keep(node);
}

// Casts a generic pointer to the storage class of its object. Also casts the pointer to another storage class; the
// result of this second cast must be null.
void Steps::casts() {
    const int type = module_.random_type();
    const bool is_local = module_.chance(50);
    const std::string storage = is_local ? "Workgroup" : "Function", other = is_local ? "Function" : "Workgroup";
    const std::string pointer = pointer_type(storage, type), wrong = pointer_type(other, type);
    const std::string variable = module_.new_id(), generic = module_.new_id(), back = module_.new_id(),
                      none = module_.new_id();
    (is_local ? module_.globals_ : module_.variables_) += variable + " = OpVariable " + pointer + " " + storage + "\n";
    module_.write(generic + " = OpPtrCastToGeneric " + pointer_type("Generic", type) + " " + variable);
    module_.write(back + " = Op" +
                  (module_.chance(50) ? "GenericCastToPtrExplicit " + pointer + " " + generic + " " + storage
                                      : "GenericCastToPtr " + pointer + " " + generic));
    module_.write(none + " = OpGenericCastToPtrExplicit " + wrong + " " + generic + " " + other);
    Node same = written(boolean(), "PtrEqual", " " + back + " " + variable);
    for (auto& value : same.values) value = {1};
    module_.keep(same);
    const std::string null =
        module_.global_line("%null_" + other + "_" + info(type).id.substr(1), "OpConstantNull " + wrong);
    Node is_null = written(boolean(), module_.chance(50) ? "PtrEqual" : "PtrEqual", " " + none + " " + null);
    for (auto& value : is_null.values) value = {1};
    module_.keep(is_null);
    // Section 3.32, "Memory Semantics <id>": the bits of Workgroup and CrossWorkgroup memory.
    const Node semantics = written(uint(), "GenericPtrMemSemantics", " " + generic);
    Node classes = written(uint(), "BitwiseAnd", " " + semantics.id + word(0x300));
    for (auto& value : classes.values) value = {is_local ? 0x100u : 0u};
    module_.keep(classes);
    const int wide = module_.type_of({Kind::integer, 64}, 0);
    const Node number = written(wide, "ConvertPtrToU", " " + back);
    const std::string made = module_.new_id();
    module_.write(made + " = OpConvertUToPtr " + pointer + " " + number.id);
    if (is_local) return;
    const Node value = module_.choose(type);
    module_.write("OpStore " + made + " " + value.id);
    Node loaded = written(type, "Load", " " + (module_.chance(50) ? generic : variable));
    loaded.values = value.values;
    module_.keep(loaded);
}

void Steps::sizes() {
    const int type = module_.random_type();
    const std::uint64_t bytes = bytes_of(info(type));
    if (bytes == 0) return;
    const std::string variable = module_.new_id();
    module_.variables_ += variable + " = OpVariable " + pointer_type("Function", type) + " Function\n";
    const int word = module_.type_of({Kind::integer, module_.one_of<unsigned>({16, 32, 64})}, 0);
    Node node = written(word, "SizeOf", " " + variable);
    for (auto& value : node.values) value = {bytes};
    module_.keep(node);
}

// Writes an array of variable length, whose memory may be released by OpRestoreMemoryINTEL.
void Steps::dynamic_array() {
    const int type = module_.random_type();
    // Larger types are left out, since arrays of variable length have an alignment of at most 128 bytes.
    if (info(type).is_composite() || scalar(type).bits * module_.leaves(type) > 1024) return;
    const Node length = remainder(module_.choose(uint()), 4), last = module_.choose(type);
    const Node one = uint_constant(1);
    const Node count = elementwise(uint(), "IAdd", {&length, &one}, [](const auto& v) { return v[0] + v[1]; }, false);
    const std::string pointer = pointer_type("Function", type), saved = module_.new_id(), array = module_.new_id(),
                      end = module_.new_id();
    const bool is_saved = module_.chance(60);
    const std::string bytes = pointer_type("Function", module_.type_of({Kind::integer, 8}, 0));
    if (is_saved) module_.write(saved + " = OpSaveMemoryINTEL " + bytes);
    module_.write(array + " = OpVariableLengthArrayINTEL " + pointer + " " + count.id);
    module_.write(end + " = OpInBoundsPtrAccessChain " + pointer + " " + array + " " + length.id);
    module_.write("OpStore " + end + " " + last.id);
    Node loaded = written(type, "Load", " " + end);
    loaded.values = last.values;
    module_.keep(loaded);
    if (is_saved) module_.write("OpRestoreMemoryINTEL " + saved);
}

// Returns the address of unused scratch memory, with `slots` words for each work-item.
std::string Steps::scratch_slot(std::size_t slots) {
    const std::string id = module_.new_id();
    const Node first =
        module_.constant_of(module_.type_of({Kind::integer, 64}, 0), {module_.scratch_slots_ * work_items});
    module_.scratch_slots_ += slots;
    module_.write(id + " = OpInBoundsPtrAccessChain %ptr_scratch %scratch " + first.id);
    return id;
}

// Writes a barrier, as one instruction or as a split barrier.
void Steps::barrier() {
    const std::string operands = word(2) + word(2) + word(784);
    if (module_.chance(70)) return module_.write("OpControlBarrier" + operands);
    module_.write("OpControlBarrierArriveINTEL" + operands);
    module_.write("OpControlBarrierWaitINTEL" + operands);
}

// Each sub-group writes and reads a block of scratch memory, with one number for each work-item.
void Steps::block_memory() {
    if (!module_.is_uniform()) return;
    const int type = module_.type_of({Kind::integer, module_.one_of<unsigned>({8, 16, 32, 64})}, 0);
    const Node value = module_.choose(type);
    const std::string pointer = pointer_type("CrossWorkgroup", type), slot = scratch_slot(1);
    const auto made = [&](const std::string& line) {
        const std::string id = module_.new_id();
        module_.write(id + " = " + line);
        return " " + id;
    };
    const std::string size = module_.constant_of(module_.type_of({Kind::integer, 64}, 0), {module_.sub_group_}).id;
    const std::string start = made("OpBitcast " + pointer + " " + slot);
    const std::string number = made("OpUDiv %ulong %i " + size);
    const std::string first = made("OpIMul %ulong" + number + " " + size);
    const std::string block = made("OpInBoundsPtrAccessChain " + pointer + start + first);
    module_.write("OpSubgroupBlockWriteINTEL" + block + " " + value.id);
    Node read = written(type, "SubgroupBlockReadINTEL", block);
    read.values = value.values;
    module_.keep(read);
    Node own = written(type, "Load", made("OpInBoundsPtrAccessChain " + pointer + start + " %i"));
    own.values = value.values;
    module_.keep(own);
}

// Copies scratch memory to local memory, which the work-items read in reverse order, and copies local memory to other
// scratch memory with a stride.
void Steps::async_copy() {
    if (!module_.is_uniform()) return;
    const int type = module_.type_of({Kind::integer, 64}, 0);
    const Node value = module_.choose(type);
    const auto number = [&](std::uint64_t bits) { return " " + module_.constant_of(type, {bits}).id; };
    const auto made = [&](const std::string& line) {
        const std::string id = module_.new_id();
        module_.write(id + " = " + line);
        return " " + id;
    };
    module_.global_line("%event", "OpTypeEvent");
    module_.global_line("%no_event", "OpConstantNull %event");
    module_.global_line("%ptr_event", "OpTypePointer Function %event");
    module_.global_line("%uint_items", "OpConstant %uint " + std::to_string(work_items));
    module_.global_line("%items_of_ulong", "OpTypeArray %ulong %uint_items");
    module_.global_line("%ptr_items_of_ulong", "OpTypePointer Workgroup %items_of_ulong");
    const std::string events = " " + module_.new_id(), variable = " " + module_.new_id();
    module_.globals_ += variable.substr(1) + " = OpVariable %ptr_items_of_ulong Workgroup\n";
    module_.variables_ += events.substr(1) + " = OpVariable %ptr_event Function\n";
    const auto copy = [&](const std::string& to, const std::string& from, std::uint64_t stride) {
        module_.write(
            "OpStore" + events +
            made("OpGroupAsyncCopy %event" + word(2) + to + from + number(work_items) + number(stride) + " %no_event"));
        module_.write("OpGroupWaitEvents" + word(2) + word(1) + events);
    };
    const std::string memory = " " + scratch_slot(1), pointer = pointer_type("Workgroup", type);
    module_.write("OpStore" + made("OpInBoundsPtrAccessChain %ptr_scratch" + memory + " %i") + " " + value.id);
    barrier();
    const std::string local = made("OpInBoundsAccessChain " + pointer + variable + number(0));
    copy(local, memory, 1);
    const std::string mirrored = made("OpISub %ulong" + number(work_items - 1) + " %i");
    Node node = written(type, "Load", made("OpInBoundsAccessChain " + pointer + variable + mirrored));
    for (unsigned item = 0; item < work_items; ++item) node.values[item] = value.values[work_items - 1 - item];
    module_.keep(node);
    barrier();
    const std::string second = " " + scratch_slot(2);
    copy(second, local, 2);
    const std::string twice = made("OpIMul %ulong %i" + number(2));
    Node strided = written(type, "Load", made("OpInBoundsPtrAccessChain %ptr_scratch" + second + twice));
    strided.values = value.values;
    module_.keep(strided);
    barrier();
}

}  // namespace lanewise::fuzz
