#include "moment.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace lanewise::fuzz {
namespace {

// Moves elements between work-items: in the returned column, work-item `item` has the elements that work-item
// `from(item)` has in `column`.
Column moved_items(const Column& column, unsigned width, const std::function<std::size_t(std::size_t)>& from) {
    Column result(std::size_t{items} * width);
    for (std::size_t item = 0; item < items; ++item)
        std::copy_n(&column[from(item) * width], width, &result[item * width]);
    return result;
}

Column leaf(const Term& term, const Moment& moment) {
    const unsigned width = term.type.width;
    Column result(std::size_t{items} * width);
    switch (term.form) {
        case Form::input: {
            const Column& column = moment.inputs.places.at({term.type, term.number}).column;
            std::copy_n(column.begin(), result.size(), result.begin());
            break;
        }
        case Form::edge: return moment.inputs.edges.at({term.type, term.number});
        case Form::variable: return moment.variables.at(term.number);
        case Form::step: std::ranges::fill(result, moment.steps.at(term.number)); break;
        case Form::item:
            for (std::size_t item = 0; item < items; ++item) result[item] = item;
            break;
        default:
            for (std::size_t i = 0; i < result.size(); ++i) result[i] = term.lanes[i % width];
    }
    return result;
}

// Evaluates the term for those active work-items whose truth value in `condition` equals `wanted`.
Column evaluate_where(const Term& term, const Column& condition, bool wanted, Moment& moment) {
    const std::vector<bool> outer = moment.active;
    for (std::size_t item = 0; item < items; ++item)
        moment.active[item] = moment.active[item] && (condition[item] != 0) == wanted;
    Column result = evaluate(term, moment);
    moment.active = outer;
    return result;
}

void choose_items(const Column& condition, unsigned width, const Column& from, Column& to) {
    for (std::size_t item = 0; item < items; ++item)
        if (condition[item] != 0) std::copy_n(&from[item * width], width, &to[item * width]);
}

Column chosen(const Column& condition, const Term& yes, const Term& no, Moment& moment) {
    Column result = evaluate_where(no, condition, false, moment);
    choose_items(condition, yes.type.width, evaluate_where(yes, condition, true, moment), result);
    return result;
}

Column loop(const Term& term, Moment& moment) {
    const Column count = evaluate(*term.arguments[0], moment);
    Column result = evaluate(*term.arguments[1], moment);
    for (unsigned step = 0; step < most_iterations; ++step) {
        Column goes_on(items);
        for (std::size_t item = 0; item < items; ++item) goes_on[item] = (count[item] & most_iterations) > step;
        moment.variables[term.number] = result;
        moment.steps[term.number] = step;
        choose_items(goes_on, term.type.width, evaluate_where(*term.arguments[2], goes_on, true, moment), result);
    }
    return result;
}

Column votes(const Term& term, const Column& x, const Moment& moment) {
    const Groups& groups = moment.inputs.groups;
    const auto sub_group = [&](std::size_t item) {
        return std::pair(item / groups.group_size, item % groups.group_size / groups.sub_group_size);
    };
    Column result(items);
    for (std::size_t first = 0, end = 0; first < groups.running; first = end) {
        std::uint64_t ballot = 0;
        for (end = first; end < groups.running && sub_group(end) == sub_group(first); ++end)
            if (moment.active[end] && x[end] != 0) ballot |= 1ULL << (end - first);
        const auto count = static_cast<std::uint64_t>(std::popcount(ballot));
        std::fill(result.begin() + static_cast<std::ptrdiff_t>(first),
                  result.begin() + static_cast<std::ptrdiff_t>(end), term.form == Form::ballot ? ballot : count);
    }
    return result;
}

Column read(const Term& term, const Column& by, const Moment& moment) {
    const Column& column = moment.inputs.places.at({term.type, term.number}).column;
    const auto from = [&](std::size_t item) {
        return term.form == Form::near ? item + by[item] : by[item] % gathered_items;
    };
    return moved_items(column, term.type.width, from);
}

Column evaluate_form(const Term& term, Moment& moment) {
    if (term.arguments.empty()) return leaf(term, moment);
    const auto argument = [&](std::size_t i) -> const Term& { return *term.arguments[i]; };
    switch (term.form) {
        case Form::choose:
            if (term.type.is_vector()) break;
            [[fallthrough]];  // the operator ?: on scalars is control flow
        case Form::branch:
        case Form::choose_place: return chosen(evaluate(argument(0), moment), argument(1), argument(2), moment);
        case Form::inside: {
            Column is_inside(items);
            std::fill_n(is_inside.begin(), edge_items, 1);
            return chosen(is_inside, argument(0), argument(1), moment);
        }
        case Form::store_if: {
            const Column condition = evaluate(argument(0), moment);
            Column result(std::size_t{items} * term.type.width);
            choose_items(condition, term.type.width, evaluate_where(argument(1), condition, true, moment), result);
            return result;
        }
        case Form::loop: return loop(term, moment);
        case Form::ballot:
        case Form::count_votes: return votes(term, evaluate(argument(0), moment), moment);
        case Form::near:
        case Form::gather: return read(term, evaluate(argument(0), moment), moment);
        case Form::neighbour:
            return moved_items(evaluate(argument(0), moment), term.type.width,
                               [](std::size_t item) { return item ^ 1; });
        default: break;
    }
    std::vector<Column> x;
    for (const TermPtr& part : term.arguments) x.push_back(evaluate(*part, moment));
    return evaluate_operation(term, x);
}

}  // namespace

Moment::Moment(const Inputs& all_inputs, const Term* changed_part)
    : inputs(all_inputs), changed(changed_part), active(items) {
    std::fill_n(active.begin(), inputs.groups.running, true);
}

Column evaluate(const Term& term, Moment& moment) {
    Column result = evaluate_form(term, moment);
    if (&term == moment.changed) change(term, result);
    return result;
}

}  // namespace lanewise::fuzz
