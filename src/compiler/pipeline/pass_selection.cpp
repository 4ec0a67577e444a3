#include "compiler/pipeline/pass_selection.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

#include "compiler/pipeline/stages.h"

namespace lanewise::compiler {
namespace {

// Returns the name by which observers know a pass: the first name that stages.def gives to the pass's class.
llvm::StringRef observed_name(const TablePass& pass) {
    if (pass.class_name.empty()) return pass.name;
    return llvm::find_if(table_passes(), [&](const TablePass& row) { return row.class_name == pass.class_name; })->name;
}

// Whether `text` has the form of a pass name. Only texts of this form are repeated in logs.
bool is_name(llvm::StringRef text) {
    const auto is_of_name = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-'; };
    return !text.empty() && text.size() <= 40 && llvm::all_of(text, is_of_name);
}

bool is_optional(llvm::StringRef name) {
    return llvm::any_of(table_passes(),
                        [&](const TablePass& pass) { return pass.name == name && pass.need == Need::optional; });
}

}  // namespace

// Leaves out the passes called `name` or, if there are none, the passes of the stage called `name`. Returns false, and
// sets `fault`, if these passes are not optional or do not exist.
bool PassSelection::leave_out(llvm::StringRef name, std::string& fault) {
    const auto add = [&](auto is_meant) {
        bool found = false;
        for (const TablePass& pass : table_passes())
            if (is_meant(pass) && pass.need == Need::optional) {
                without_.insert(observed_name(pass));
                found = true;
            }
        return found;
    };
    const auto has_name = [&](const TablePass& pass) { return pass.name == name; };
    const auto is_of_stage = [&](const TablePass& pass) { return pass.stage == name; };
    if (add(has_name)) return true;
    const bool is_known = llvm::any_of(table_passes(), has_name);
    if (!is_known && add(is_of_stage)) return true;
    if (is_known)
        fault = "later passes need '" + name.str() + "'";
    else if (llvm::any_of(table_passes(), is_of_stage))
        fault = "later passes need all passes of stage '" + name.str() + "'";
    else
        fault = "no pass or stage has the name '" + name.str() + "'";
    return false;
}

std::optional<PassSelection> PassSelection::parse(llvm::StringRef text, std::string& fault) {
    PassSelection selection;
    auto [items, kernel] = text.split('@');
    selection.kernel_ = kernel.str();
    bool has_limit = false;
    const auto refused = [&] {
        fault =
            "it takes passes and stages to leave out, as -serialize_sparse,-merges, or a number of passes to run, as "
            "17";
        return std::nullopt;
    };
    if (items.empty() || (text.contains('@') && kernel.empty())) return refused();
    for (llvm::StringRef rest = items; !rest.empty();) {
        const auto [item, others] = rest.split(',');
        const bool ends_in_comma = others.empty() && item.size() < rest.size();
        rest = others;
        llvm::StringRef name = item;
        if (name.consume_front("-") && is_name(name) && !ends_in_comma) {
            if (!selection.leave_out(name, fault)) return std::nullopt;
            continue;
        }
        if (has_limit || ends_in_comma || !llvm::all_of(item, llvm::isDigit) || item.getAsInteger(10, selection.limit_))
            return refused();
        has_limit = true;
    }
    return selection;
}

bool PassSelection::runs(llvm::StringRef pass) {
    if (!is_optional(pass)) return true;
    if (without_.contains(pass)) return false;
    if (asked_++ >= limit_) return false;
    last_ = pass.str();
    return true;
}

std::string PassSelection::summary() const {
    const unsigned ran = std::min(asked_, limit_);
    std::string text = std::to_string(ran) + " of " + std::to_string(asked_) + " executions of optional passes ran";
    if (ran > 0) text += "; the last one was " + last_;
    return text;
}

}  // namespace lanewise::compiler
