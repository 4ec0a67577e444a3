// Sorts by quicksort. A kernel divides its part of the array into two parts, and enqueues a child kernel that sorts one
// of them.
#include <algorithm>
#include <cstdio>
#include <random>

#include "examples.h"

namespace {

constexpr int count = 1'000'000;

const char* const source = R"CLC(
void insertion_sort(global int* data, int first, int last)
{
    for (int i = first + 1; i < last; ++i) {
        const int value = data[i];
        int j = i;
        for (; j > first && data[j - 1] > value; --j) data[j] = data[j - 1];
        data[j] = value;
    }
}

int divide(global int* data, int first, int last)
{
    const int a = data[first], b = data[first + (last - first) / 2], c = data[last - 1];
    const int pivot = max(min(a, b), min(max(a, b), c));
    for (int i = first, j = last - 1;;) {
        while (data[i] < pivot) ++i;
        while (data[j] > pivot) --j;
        if (i >= j) return i;
        const int other = data[i];
        data[i++] = data[j];
        data[j--] = other;
    }
}

void sort(global int* data, int first, int last)
{
    while (last - first > 64) {
        const int middle = divide(data, first, last), end = last;
        // If the queue is full, the call fails, and this work-item sorts the part itself, which is slower.
        const int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                                          ^{ sort(data, middle, end); });
        if (status != CLK_SUCCESS) insertion_sort(data, middle, end);
        last = middle;
    }
    insertion_sort(data, first, last);
}

kernel void start(global int* data, int count) { sort(data, 0, count); }
)CLC";

}  // namespace

bool quicksort(Session& session) {
    std::mt19937 random(2);
    std::vector<int> numbers(count);
    for (int& number : numbers) number = static_cast<int>(random());
    const Array<int> data(session.context(), numbers);
    const double seconds = session.run(source, data, count);
    std::sort(numbers.begin(), numbers.end());
    const bool right = data.read(session.queue()) == numbers;
    std::printf("quicksort: %d numbers in %.1f ms, %s\n", count, seconds * 1e3, right ? "right" : "WRONG");
    return right;
}
