#include "trial.h"

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <set>

#include "model.h"
#include "watch_child.h"

namespace lanewise::fuzz {
namespace {

// The control flow that surrounds a part of a term.
struct Surroundings {
    std::set<unsigned> loops;
    bool is_inside = false, is_divergent = false;
};

// Returns whether a part of a term is valid within the control flow `around`. Variables of a loop must be inside of the
// loop. Expressions that are valid only for some work-items must be inside of the condition that selects these
// work-items.
bool is_whole(const Term& term, const Surroundings& around) {
    if (term.form == Form::variable || term.form == Form::step) return around.loops.contains(term.number);
    if (term.form == Form::edge && !around.is_inside) return false;
    if (term.form == Form::neighbour && around.is_divergent) return false;
    if (term.form == Form::near && !term.arguments[0]->arguments.empty()) return false;
    if (term.form == Form::near && term.arguments[0]->form == Form::input) return false;
    const bool is_flow = term.form == Form::branch || term.form == Form::store_if || term.form == Form::loop ||
                         (term.form == Form::choose && !term.type.is_vector());
    for (std::size_t i = 0; i < term.arguments.size(); ++i) {
        Surroundings next = around;
        if (is_flow && i > (term.form == Form::loop ? 1 : 0)) next.is_divergent = true;
        if (term.form == Form::inside) (i == 0 ? next.is_inside : next.is_divergent) = true;
        if (term.form == Form::loop && i == 2) next.loops.insert(term.number);
        if (!is_whole(*term.arguments[i], next)) return false;
    }
    return true;
}

// Returns smaller terms: the term's arguments, an input, and copies of the term with a smaller argument.
std::vector<TermPtr> smaller(const TermPtr& term) {
    std::vector<TermPtr> found;
    for (const TermPtr& argument : term->arguments)
        if (argument->type == term->type) found.push_back(argument);
    if (!term->arguments.empty() && term->form != Form::constant) {
        auto leaf = std::make_shared<Term>(Term{Form::input, term->type});
        if (is_integer(term->type.scalar)) leaf->range = range_of(term->type.scalar);
        found.push_back(leaf);
    }
    for (std::size_t i = 0; i < term->arguments.size(); ++i)
        for (const TermPtr& part : smaller(term->arguments[i])) {
            // The new argument must be within the bounds of the old argument, because the term may be invalid outside
            // of these bounds.
            if (part->range.low < term->arguments[i]->range.low || part->range.high > term->arguments[i]->range.high)
                continue;
            auto other = std::make_shared<Term>(*term);
            other->arguments[i] = part;
            found.push_back(other);
        }
    return found;
}

[[noreturn]] void run_and_exit(const Trial& trial, const std::vector<TermPtr>& terms) {
    TermRun run(terms, trial.seed, trial.kind);
    _exit(run.build() && !run.differences(trial.way, [](const Part&) {}).empty());
}

}  // namespace

Outcome Trial::outcome(const std::vector<TermPtr>& some) const {
    const pid_t child = fork();
    if (child == 0) run_and_exit(*this, some);
    const Ending ending = watch_child(child, [] { return std::uint64_t{0}; }, patience_with_trial);
    if (ending.hung) return Outcome::hang;
    if (!WIFEXITED(ending.status)) return Outcome::crash;
    return WEXITSTATUS(ending.status) == 0 ? Outcome::right : Outcome::wrong;
}

TermPtr Trial::culprit() const {
    std::vector<TermPtr> left = terms;
    while (left.size() > 1) {
        const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
        const std::vector<TermPtr> first(left.begin(), middle), second(middle, left.end());
        if (outcome(first) != Outcome::right)
            left = first;
        else if (outcome(second) != Outcome::right)
            left = second;
        else
            return nullptr;
    }
    return outcome(left) == Outcome::right ? nullptr : left[0];
}

TermPtr Trial::reduce(const TermPtr& term) const {
    const Outcome wanted = outcome({term});
    TermPtr least = term;
    for (bool shrank = true; shrank;) {
        shrank = false;
        for (const TermPtr& part : smaller(least)) {
            if (size_of(*part) >= size_of(*least) || !is_whole(*part, {}) || outcome({part}) != wanted) continue;
            least = part;
            shrank = true;
            break;
        }
    }
    return least;
}

}  // namespace lanewise::fuzz
