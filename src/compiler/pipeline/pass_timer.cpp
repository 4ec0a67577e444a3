#include "compiler/pipeline/pass_timer.h"

#include <llvm/Support/Format.h>

#include <algorithm>

namespace lanewise::compiler {

void PassTimer::add_time() {
    const auto now = std::chrono::steady_clock::now();
    if (!running_.empty()) sums_[running_.back()].ms += std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
}

void PassTimer::begin(llvm::StringRef name) {
    add_time();
    running_.push_back(name.str());
    ++sums_[name].runs;
}

void PassTimer::end() {
    add_time();
    running_.pop_back();
}

void PassTimer::print(llvm::raw_ostream& out) const {
    std::vector<const llvm::StringMapEntry<Sum>*> lines;
    double all = 0;
    for (const auto& entry : sums_) {
        lines.push_back(&entry);
        all += entry.second.ms;
    }
    std::ranges::sort(lines, [](const auto* a, const auto* b) { return a->second.ms > b->second.ms; });
    for (const auto* line : lines)
        out << llvm::format("%9.2f ms %5.1f %% %6u ", line->second.ms, 100 * line->second.ms / all, line->second.runs)
            << line->first() << '\n';
}

}  // namespace lanewise::compiler
