#include "plan_times.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include "device/machine/cpu/cpu_info.h"

namespace bench {

namespace {

[[noreturn]] void fail(const char* path, const char* what) {
    std::fprintf(stderr, "%s: %s\n", path, what);
    std::exit(1);
}

/// FNV-1a.
class Digest {
public:
    void add(std::string_view text) {
        for (const char letter : text) state_ = (state_ ^ static_cast<unsigned char>(letter)) * 1099511628211u;
        state_ *= 1099511628211u;
    }
    void add(std::size_t number) { add(std::to_string(number)); }
    std::string text() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state_));
        return digits;
    }

private:
    std::uint64_t state_ = 14695981039346656037u;
};

/// Returns the next field of a line: up to a comma, or a text in quotation marks.
std::string next_field(std::istream& line) {
    std::string field;
    if (line.peek() == '"') {
        line.get();
        std::getline(line, field, '"');
        line.get();
    } else {
        std::getline(line, field, ',');
    }
    return field;
}

/// Stores the line "# name: value" in the record.
void read_property(const std::string& line, PlanTimes& times) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos || colon < 2) return;
    const std::string name = line.substr(2, colon - 2), value = line.substr(colon + 2);
    if (name == "machine") times.machine = value;
    if (name == "date") times.date = value;
    if (name == "features") times.target.features = value;
    if (name == "vector_bits") times.target.vector_bits = static_cast<std::uint32_t>(std::atoi(value.c_str()));
}

void read_row(const std::string& text, PlanTimes& times) {
    std::istringstream line(text);
    const std::string kernel = next_field(line);
    KernelTimes& entry = times.kernels[kernel];
    entry.digest = next_field(line);
    PlanTime time{.plan = next_field(line)};
    time.seconds = std::atof(next_field(line).c_str()) * 1e-3;
    const std::string choice = next_field(line);
    time.is_chosen = choice.find("chosen") != choice.npos;
    time.is_taught = choice.find("taught") != choice.npos;
    entry.plans.push_back(std::move(time));
}

}  // namespace

double KernelTimes::least() const { return std::ranges::min(plans, {}, &PlanTime::seconds).seconds; }

double KernelTimes::of(const std::string& plan) const {
    const auto found = std::ranges::find(plans, plan, &PlanTime::plan);
    return found == plans.end() ? 0 : found->seconds;
}

std::string digest_of(const CollectionKernel& kernel) {
    Digest digest;
    digest.add(std::string_view(kernel.source));
    digest.add(std::string_view(kernel.options));
    for (const std::size_t size : kernel.global) digest.add(size);
    for (const std::size_t size : kernel.local) digest.add(size);
    return digest.text();
}

PlanTimes new_plan_times(const lanewise::Target& target) {
    const std::time_t now = std::time(nullptr);
    char day[11];
    std::strftime(day, sizeof day, "%F", std::gmtime(&now));
    return {lanewise::device::read_cpu_info().name, day, target, {}};
}

PlanTimes read_plan_times(const char* path) {
    std::ifstream file(path);
    if (!file) fail(path, "The file with the times of plans cannot be read.");
    PlanTimes times;
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("# "))
            read_property(line, times);
        else if (!line.empty() && !line.starts_with("kernel,"))
            read_row(line, times);
    }
    if (times.kernels.empty()) fail(path, "The file has no times of plans. Make it with bench_regret --record=FILE.");
    return times;
}

void write_plan_times(const PlanTimes& times, const char* path) {
    std::ofstream file(path);
    file << "# machine: " << times.machine << "\n# date: " << times.date
         << "\n# vector_bits: " << times.target.vector_bits << "\n# features: " << times.target.features
         << "\nkernel,digest,plan,ms,choice\n";
    file.precision(4);
    for (const auto& [name, kernel] : times.kernels)
        for (const PlanTime& time : kernel.plans)
            file << name << ',' << kernel.digest << ",\"" << time.plan << "\"," << time.seconds * 1e3 << ','
                 << (time.is_chosen   ? time.is_taught ? "chosen taught" : "chosen"
                     : time.is_taught ? "taught"
                                      : "")
                 << '\n';
    if (!file.flush()) fail(path, "The file with the times of plans cannot be written.");
}

}  // namespace bench
