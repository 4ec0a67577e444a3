#include "evaluator.h"

#include <cstring>

namespace lanewise::fuzz {
namespace {

Value pick(const Value& whole, const std::vector<unsigned>& lanes) {
    Value picked{{whole.type.scalar, static_cast<unsigned>(lanes.size())}};
    for (std::size_t i = 0; i < lanes.size(); ++i) picked.lanes[i] = whole.lanes[lanes[i]];
    return picked;
}

Type whole_type(const Place& place) {
    Place whole = place;
    whole.lanes.clear();
    return whole.type();
}

}  // namespace

std::byte* Evaluator::own(unsigned buffer, const ExpressionPtr& index, Item& item) {
    const Buffer& b = program_.buffers[buffer];
    const std::uint64_t k = index ? evaluate(index, item).lanes[0] & (b.per_item - 1) : 0;
    std::uint64_t element = item.gid * b.per_item + k;
    if (b.ownership == Ownership::reversed) element = (memory_.total - 1 - item.gid) * b.per_item + k;
    if (b.ownership == Ownership::planar) element = k * memory_.total + item.gid;
    return &memory_.buffers[buffer][element * b.element.bytes()];
}

std::byte* Evaluator::address(const Variable& variable, Item& item) {
    std::byte* memory = &item.stack[item.frame + variable.offset];
    if (!variable.is_pointer) return memory;
    std::byte* target = nullptr;
    std::memcpy(&target, memory, sizeof target);
    if (target) return target;
    is_wild_ = true;
    return nowhere_;
}

std::byte* Evaluator::address(const Place& place, Item& item) {
    const Variable& variable = *place.variable;
    std::byte* memory = address(variable, item);
    if (place.index) memory += (evaluate(place.index, item).lanes[0] & (variable.count - 1)) * variable.element_bytes();
    if (!variable.structure || place.member < 0) return memory;
    const Member& member = variable.structure->members[static_cast<std::size_t>(place.member)];
    memory += member.offset;
    if (!member.count) return memory;
    return memory + (evaluate(place.member_index, item).lanes[0] & (member.count - 1)) * member.type.bytes();
}

Value Evaluator::load(const Place& place, Item& item) {
    const Value whole = load_value(whole_type(place), address(place, item));
    return place.lanes.empty() ? whole : pick(whole, place.lanes);
}

void Evaluator::store(const Place& place, const Value& value, Item& item) {
    std::byte* memory = address(place, item);
    if (place.lanes.empty()) return store_value(value, memory);
    Value whole = load_value(whole_type(place), memory);
    for (std::size_t i = 0; i < place.lanes.size(); ++i) whole.lanes[place.lanes[i]] = value.lanes[i];
    store_value(whole, memory);
}

std::uint64_t Evaluator::known(const Expression& expression, const Item& item) const {
    const unsigned d = expression.dimension;
    switch (expression.known) {
        case Known::item: return item.gid;
        case Known::local_item: return item.lid;
        case Known::group_size: return group_items_;
        case Known::total: return memory_.total;
        case Known::n: return memory_.n;
        case Known::global_id: return item.global_id[d];
        case Known::local_id: return item.local_id[d];
        case Known::group_id: return group_[d];
        case Known::num_groups: return range_.num_groups(d);
        case Known::global_size: return range_.global_size[d];
        case Known::local_size: return group_size_[d];
        case Known::global_offset: break;
    }
    return range_.global_offset[d];
}

Value Evaluator::evaluate_input(const Expression& expression, Item& item) {
    const Buffer& buffer = program_.buffers[expression.buffer];
    std::uint64_t index = 0;
    switch (expression.pattern) {
        case Pattern::masked: index = evaluate(expression.arguments[0], item).lanes[0] & (buffer.size - 1); break;
        case Pattern::affine: index = item.gid * expression.scale + expression.offset; break;
        case Pattern::backwards: index = buffer.size - 1 - item.gid; break;
        case Pattern::vload:
        case Pattern::vload_half:
            index = (evaluate(expression.arguments[0], item).lanes[0] & 31) * expression.type.width;
            break;
    }
    const Type in_memory{buffer.element.scalar, expression.type.width};
    const Value value = load_value(in_memory, &memory_.buffers[expression.buffer][index * buffer.element.bytes()]);
    return expression.pattern == Pattern::vload_half ? convert(expression.type, value) : value;
}

Value Evaluator::evaluate(const Expression& expression, Item& item) {
    const auto argument = [&](unsigned i) { return evaluate(expression.arguments[i], item); };
    switch (expression.node) {
        case Node::literal: return expression.value;
        case Node::known: return make_value(expression.type, known(expression, item));
        case Node::place: return load(expression.place, item);
        case Node::input: return evaluate_input(expression, item);
        case Node::own: return load_value(expression.type, own(expression.buffer, expression.arguments[0], item));
        case Node::shared: {
            std::uint64_t index = expression.offset;
            if (expression.scale != 0) index = (item.lid * expression.scale + index) % group_items_;
            return load_shared(index, item);
        }
        case Node::slot: return load_value(u32, slot(item));
        case Node::counter:
            counter_races_[expression.buffer].read();
            return make_value(u32, counters_[expression.buffer]);
        case Node::operation: return apply(expression.operation, argument(0), argument(1));
        case Node::function: {
            std::vector<Value> values;
            for (unsigned i = 0; i < expression.arguments.size(); ++i) values.push_back(argument(i));
            return fuzz::apply(expression.function, values);
        }
        case Node::convert: return convert(expression.type, argument(0));
        case Node::reinterpret: return reinterpret(expression.type, argument(0));
        case Node::conditional: return argument(argument(0).is_true() ? 1 : 2);
        case Node::swizzle: return pick(argument(0), expression.lanes);
        case Node::compose: break;
    }
    Value result{expression.type};
    unsigned lane = 0;
    for (unsigned i = 0; i < expression.arguments.size(); ++i) {
        const Value part = argument(i);
        for (unsigned l = 0; l < part.type.width; ++l) result.lanes[lane++] = part.lanes[l];
    }
    for (; lane < expression.type.width; ++lane) result.lanes[lane] = result.lanes[0];  // as in (float4)(x)
    return result;
}

std::byte* Evaluator::aim(const Target& target, Item& item) {
    switch (target.kind) {
        case Target::Kind::place: return address(target.place, item);
        case Target::Kind::slot: return slot(item);
        case Target::Kind::own: break;
    }
    return own(target.buffer, target.index, item);
}

Value Evaluator::load_shared(std::uint64_t index, const Item& item) {
    shared_races_.read(index, item.lid);
    return load_value(program_.shared, shared(index));
}

void Evaluator::store_shared(const Value& value, std::uint64_t index, const Item& item) {
    shared_races_.write(index, item.lid);
    store_value(value, shared(index));
}

}  // namespace lanewise::fuzz
