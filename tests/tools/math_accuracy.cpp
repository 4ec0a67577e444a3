// Measures the errors of the math library against libm or MPFR (tests/unit/math/reference.h). Prints the largest error
// of each function in ulp, and the arguments that cause this error.
//
//   math_accuracy [--stride N] [--samples N] [--double | --structured] [name...]
//
// Float functions of one argument run on all 2^32 arguments, or on every N-th. Functions of two arguments, and
// functions of doubles, run on random samples: half of them are random bit patterns, and the others are numbers near 1
// or small integers. With `--structured`, functions run on doubles near which algorithms may fail
// (structured_samples.h). The exit code is not 0 if the error of a function exceeds its limit.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "samples.h"
#include "structured_samples.h"
#include "table.h"

using namespace lanewise::test;

extern "C" {
void shim_remquo_float16(const float*, const float*, float*, int*, std::size_t);
void shim_remquo_double16(const double*, const double*, double*, int*, std::size_t);
}

namespace {

constexpr std::size_t chunk = 4096;

struct Options {
    std::uint64_t stride = 1;
    std::uint64_t samples = 4000000;
    bool doubles = false;
    bool structured = false;
    std::vector<std::string> names;

    bool wants(const std::string& name) const {
        if (names.empty()) return true;
        for (const std::string& wanted : names)
            if (wanted == name) return true;
        return false;
    }
};

bool within_limits = true;

/// The largest error so far, with its arguments and results.
struct Worst {
    double error = -1;
    long double x = 0, y = 0, value = 0, exact = 0;
    std::uint64_t beyond_limit = 0;

    void add(double e, double limit, long double x_, long double y_, long double value_, long double exact_) {
        if (!(e <= limit)) ++beyond_limit;
        if (e > error) *this = {e, x_, y_, value_, exact_, beyond_limit};
    }
    void print(const char* name, double limit) const {
        std::printf("%-10s %9.4f of %2g ulp at %La, %La: %La, exact %La", name, error, limit, x, y, value, exact);
        within_limits = within_limits && beyond_limit == 0;
        std::printf(beyond_limit ? "   BEYOND THE LIMIT: %llu\n" : "\n", static_cast<unsigned long long>(beyond_limit));
        std::fflush(stdout);
    }
};

/// Samples whose second argument does not depend on the first.
template <class T>
struct PlainSamples : Samples<T> {
    T next_beside(T) { return this->next(); }
    int next_int_beside(T) { return this->next_int(); }
};

void measure_all_floats(const Unary<float>& function, std::uint64_t stride) {
    std::vector<float> x(chunk), result(chunk);
    Worst worst;
    for (std::uint64_t first = 0; first < 1ull << 32; first += chunk * stride) {
        for (std::size_t i = 0; i < chunk; ++i)
            x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(first + i * stride));
        function.shims[width_count - 1](x.data(), result.data(), chunk);
        for (std::size_t i = 0; i < chunk; ++i) {
            const double exact = function.reference(x[i]);
            worst.add(graded_error(result[i], exact, function.limit), function.limit, x[i], 0, result[i], exact);
        }
    }
    worst.print(function.name, function.limit);
}

template <class S, class T>
void measure_samples(const Unary<T>& function, std::uint64_t count) {
    S samples;
    std::vector<T> x(chunk), result(chunk);
    Worst worst;
    for (std::uint64_t done = 0; done < count; done += chunk) {
        for (T& value : x) value = samples.next();
        function.shims[width_count - 1](x.data(), result.data(), chunk);
        for (std::size_t i = 0; i < chunk; ++i) {
            const Wide<T> exact = function.reference(x[i]);
            worst.add(graded_error(result[i], exact, function.limit), function.limit, x[i], 0, result[i], exact);
        }
    }
    worst.print(function.name, function.limit);
}

template <class S, class T>
void measure_samples(const Binary<T>& function, std::uint64_t count) {
    S samples;
    std::vector<T> x(chunk), y(chunk), result(chunk);
    Worst worst;
    for (std::uint64_t done = 0; done < count; done += chunk) {
        for (std::size_t i = 0; i < chunk; ++i) x[i] = samples.next(), y[i] = samples.next_beside(x[i]);
        function.shims[width_count - 1](x.data(), y.data(), result.data(), chunk);
        for (std::size_t i = 0; i < chunk; ++i) {
            const Wide<T> exact = function.reference(x[i], y[i]);
            worst.add(graded_error(function, x[i], y[i], result[i]), function.limit, x[i], y[i], result[i], exact);
        }
    }
    worst.print(function.name, function.limit);
}

template <class S, class T>
void measure_samples(const IntArgument<T>& function, std::uint64_t count) {
    S samples;
    std::vector<T> x(chunk), result(chunk);
    std::vector<int> n(chunk);
    Worst worst;
    for (std::uint64_t done = 0; done < count; done += chunk) {
        for (std::size_t i = 0; i < chunk; ++i) x[i] = samples.next(), n[i] = samples.next_int_beside(x[i]);
        function.shims[width_count - 1](x.data(), n.data(), result.data(), chunk);
        for (std::size_t i = 0; i < chunk; ++i) {
            const Wide<T> exact = function.reference(x[i], n[i]);
            worst.add(graded_error(result[i], exact, function.limit), function.limit, x[i], n[i], result[i], exact);
        }
    }
    worst.print(function.name, function.limit);
}

/// Checks that the remainder is exact, and that the low bits of the quotient are right where the quotient is defined.
template <class S, class T>
void measure_remquo(void (*shim)(const T*, const T*, T*, int*, std::size_t), std::uint64_t count) {
    S samples;
    std::vector<T> x(chunk), y(chunk), rest(chunk);
    std::vector<int> quotient(chunk);
    Worst worst;
    for (std::uint64_t done = 0; done < count; done += chunk) {
        for (std::size_t i = 0; i < chunk; ++i) x[i] = samples.next(), y[i] = samples.next_beside(x[i]);
        shim(x.data(), y.data(), rest.data(), quotient.data(), chunk);
        for (std::size_t i = 0; i < chunk; ++i) {
            int expected = 0;
            const auto exact = static_cast<Wide<T>>(exact::remainder_and_quotient(x[i], y[i], expected));
            const bool right = std::isnan(exact) || quotient[i] == expected;
            const double error = right ? graded_error(rest[i], exact, 0) : std::numeric_limits<double>::infinity();
            worst.add(error, 0, x[i], y[i], rest[i], exact);
        }
    }
    worst.print("remquo", 0);
}

template <class T, class S>
void measure_type(const Options& options) {
    for (const Unary<T>& function : unary_functions<T>()) {
        if (!options.wants(function.name)) continue;
        if constexpr (std::is_same_v<T, float>)
            measure_all_floats(function, options.stride);
        else
            measure_samples<S>(function, options.samples);
    }
    for (const Binary<T>& function : binary_functions<T>())
        if (options.wants(function.name)) measure_samples<S>(function, options.samples);
    for (const IntArgument<T>& function : int_argument_functions<T>())
        if (options.wants(function.name)) measure_samples<S>(function, options.samples);
    if (!options.wants("remquo")) return;
    if constexpr (std::is_same_v<T, float>)
        measure_remquo<S>(shim_remquo_float16, options.samples);
    else
        measure_remquo<S>(shim_remquo_double16, options.samples);
}

}  // namespace

int main(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        if (argument == "--stride" && i + 1 < count)
            options.stride = std::strtoull(arguments[++i], nullptr, 0);
        else if (argument == "--samples" && i + 1 < count)
            options.samples = std::strtoull(arguments[++i], nullptr, 0);
        else if (argument == "--double")
            options.doubles = true;
        else if (argument == "--structured")
            options.structured = true;
        else
            options.names.push_back(argument);
    }
    if (options.structured)
        measure_type<double, StructuredSamples>(options);
    else if (options.doubles)
        measure_type<double, PlainSamples<double>>(options);
    else
        measure_type<float, PlainSamples<float>>(options);
    return within_limits ? 0 : 1;
}
