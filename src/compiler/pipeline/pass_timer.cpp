#include "compiler/pipeline/pass_timer.h"

#include <llvm/Support/Format.h>

#include <algorithm>
#include <ctime>

namespace lanewise::compiler {
namespace {

double own_cpu_ms() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

}  // namespace

void PassTimer::add_time() {
    const double now_ms = own_cpu_ms();
    if (!running_.empty()) {
        sums_[running_.back()].ms += now_ms - last_ms_;
        stages_[running_.front()].ms += now_ms - last_ms_;
    }
    last_ms_ = now_ms;
}

void PassTimer::begin(llvm::StringRef name) {
    add_time();
    if (running_.empty()) ++stages_[name].runs;
    running_.push_back(name.str());
    ++sums_[name].runs;
}

void PassTimer::end() {
    add_time();
    running_.pop_back();
}

void PassTimer::print(const Sums& sums, llvm::raw_ostream& out) {
    std::vector<const llvm::StringMapEntry<Sum>*> lines;
    double all = 0;
    for (const auto& entry : sums) {
        lines.push_back(&entry);
        all += entry.second.ms;
    }
    std::ranges::sort(lines, [](const auto* a, const auto* b) { return a->second.ms > b->second.ms; });
    for (const auto* line : lines)
        out << llvm::format("%9.2f ms %5.1f %% %6u ", line->second.ms, 100 * line->second.ms / all, line->second.runs)
            << line->first() << '\n';
}

}  // namespace lanewise::compiler
