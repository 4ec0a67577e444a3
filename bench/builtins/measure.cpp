// Measures OpenCL's math functions on the driver that the loader finds. Prints nanoseconds per element as "TYPE NAME
// NS" lines. One work-group processes small arrays, so that neither memory nor the start of threads affects the time.
//
//   measure_builtins [half|float|double|relaxed] [NAME...]
//
// The type "relaxed" is float with -cl-fast-relaxed-math.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functions.h"
#include "session.h"

namespace {

using bench::Function;
using Kind = Function::Kind;

constexpr std::string_view all_types[] = {"half", "float", "double", "relaxed"};
constexpr int items = 1024, rows = bench::argument_count / items, rounds = 1024;

std::string call_of(const Function& function) {
    const std::string name = function.name;
    switch (function.kind) {
        case Kind::unary: return name + "(x[at])";
        case Kind::int_result: return name + "(x[at])";
        case Kind::binary: return name + "(x[at], y[at])";
        case Kind::int_argument: return name + "(x[at], n[at])";
        case Kind::remquo: return name + "(x[at], y[at], &quotient) + quotient";
    }
    return {};
}

std::string source_of(const Function& function, const std::string& type) {
    return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
           "kernel void measured(global const T* restrict x, global const T* restrict y, global const int* restrict "
           "n,\n"
           "                     global " +
           std::string(function.kind == Kind::int_result ? "int" : "T") +
           "* restrict result, int rounds) {\n"
           "    for (int round = 0; round < rounds; ++round) {\n"
           "        const int at = (round & " +
           std::to_string(rows - 1) + ") * " + std::to_string(items) +
           " + get_global_id(0);\n"
           "        int quotient = 0;\n"
           "        result[at] = " +
           call_of(function) + ";\n    }\n}\n";
}

template <class T>
bench::Buffer filled(const bench::Session& session, const std::vector<T>& values) {
    bench::Buffer buffer = session.new_buffer(values.size() * sizeof(T));
    bench::check(clEnqueueWriteBuffer(session.queue(), buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data(), 0,
                                      nullptr, nullptr),
                 "clEnqueueWriteBuffer");
    return buffer;
}

bench::Buffer arguments(const bench::Session& session, const std::string& type, const std::vector<double>& values) {
    if (type == "double") return filled(session, values);
    if (type == "half") return filled(session, std::vector<_Float16>(values.begin(), values.end()));
    return filled(session, std::vector<float>(values.begin(), values.end()));
}

// Returns the nanoseconds per element of a function; empty if the driver cannot compile the function.
std::optional<double> nanoseconds(const bench::Session& session, const Function& function, const std::string& type) {
    const std::string options = type == "relaxed" ? "-DT=float -cl-fast-relaxed-math" : "-DT=" + type;
    cl_int status = CL_SUCCESS;
    const bench::Program program = session.try_build(source_of(function, type), options.c_str(), status);
    if (status != CL_SUCCESS) return std::nullopt;
    const bench::Kernel kernel = session.kernel(program, "measured");
    const bench::Buffer x = arguments(session, type, bench::first_arguments(function));
    const bench::Buffer y = arguments(session, type, bench::second_arguments(function));
    const bench::Buffer n = filled(session, bench::int_arguments());
    const bench::Buffer result = session.new_buffer(bench::argument_count * sizeof(double));
    bench::set_arg(kernel, 0, x);
    bench::set_arg(kernel, 1, y);
    bench::set_arg(kernel, 2, n);
    bench::set_arg(kernel, 3, result);
    bench::set_arg(kernel, 4, rounds);
    double best = 1e9;
    for (int run = 0; run < 25; ++run) {
        const auto start = std::chrono::steady_clock::now();
        session.launch(session.queue(), kernel, items, items);
        bench::check(clFinish(session.queue()), "clFinish");
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count() / (static_cast<double>(items) * rounds));
    }
    return best;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> types, names;
    for (const std::string& argument : std::vector<std::string>(arguments + 1, arguments + count))
        (std::ranges::find(all_types, argument) != std::end(all_types) ? types : names).push_back(argument);
    if (types.empty()) types.assign(std::begin(all_types), std::end(all_types));
    const bench::Session& session = bench::session();
    for (const std::string& type : types)
        for (const Function& function : bench::builtin_functions()) {
            if (function.float_only && type != "float") continue;
            if (!names.empty() && std::ranges::find(names, function.name) == names.end()) continue;
            const std::optional<double> time = nanoseconds(session, function, type);
            if (!time) continue;
            std::printf("%s %s %.4f\n", type.c_str(), function.name, *time);
            std::fflush(stdout);
        }
}
