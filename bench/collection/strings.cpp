// Kernels on texts and sequences: searches, distances, automata.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* substring = R"(
kernel void run(global const uchar* text, global const uchar* wanted, global int* found, int length) {
    int i = get_global_id(0), k = 0;
    while (k < length && text[i + k] == wanted[k]) ++k;
    found[i] = k == length;
})";

constexpr const char* horspool = R"(
kernel void run(global const uchar* text, constant uchar* wanted, constant uchar* skip, global int* counts, int length,
                int per) {
    int i = get_global_id(0) * per, end = i + per, count = 0;
    while (i < end) {
        uchar last = text[i + length - 1];
        if (last == wanted[length - 1]) {
            int k = 0;
            while (k < length - 1 && text[i + k] == wanted[k]) ++k;
            count += k == length - 1;
        }
        i += skip[last];
    }
    counts[get_global_id(0)] = count;
})";

constexpr const char* edit_distance = R"(
kernel void run(global const uchar* words, constant uchar* wanted, global int* distances, int count) {
    int i = get_global_id(0);
    int row[17];
    for (int k = 0; k <= 16; ++k) row[k] = k;
    for (int y = 1; y <= 16; ++y) {
        int diagonal = row[0];
        row[0] = y;
        uchar letter = words[(y - 1) * count + i];
        for (int x = 1; x <= 16; ++x) {
            int cost = min(min(row[x], row[x - 1]) + 1, diagonal + (letter != wanted[x - 1]));
            diagonal = row[x];
            row[x] = cost;
        }
    }
    distances[i] = row[16];
})";

constexpr const char* smith_waterman = R"(
kernel void run(global const uchar* a, global const uchar* b, global int* scores, int n) {
    int i = get_global_id(0), best = 0;
    int h[33], e[33];
    for (int k = 0; k <= 32; ++k) h[k] = e[k] = 0;
    for (int y = 0; y < n; ++y) {
        int f = 0, diagonal = 0;
        for (int x = 1; x <= 32; ++x) {
            int s = a[i * n + y] == b[x - 1] ? 2 : -1;
            e[x] = max(e[x] - 1, h[x] - 3);
            f = max(f - 1, h[x - 1] - 3);
            int v = max(max(0, diagonal + s), max(e[x], f));
            diagonal = h[x];
            h[x] = v;
            best = max(best, v);
        }
    }
    scores[i] = best;
})";

constexpr const char* automaton = R"(
kernel void run(global const uchar* text, global const ushort* next, global int* counts, int per) {
    int i = get_global_id(0), state = 0, count = 0;
    for (int k = 0; k < per; ++k) {
        state = next[state * 16 + (text[i * per + k] & 15)];
        count += state >= 60;
    }
    counts[i] = count;
})";

constexpr const char* utf8_lengths = R"(
kernel void run(global const uchar* text, global int* letters, int per) {
    int i = get_global_id(0), count = 0, k = i * per, end = k + per;
    while (k < end) {
        uchar c = text[k];
        k += c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
        ++count;
    }
    letters[i] = count;
})";

constexpr const char* k_mers = R"(
kernel void run(global const uchar* bases, global uint* hashes, int k) {
    int i = get_global_id(0);
    uint forward = 0, backward = 0;
    for (int j = 0; j < k; ++j) {
        uint b = bases[i + j] & 3;
        forward = forward << 2 | b;
        backward = backward >> 2 | (3 - b) << 2 * (k - 1);
    }
    uint h = min(forward, backward);
    h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35; h ^= h >> 16;
    hashes[i] = h;
})";

constexpr const char* upper_case = R"(
kernel void run(global uchar* text) {
    int i = get_global_id(0);
    if (text[i] >= 'a' && text[i] <= 'z') text[i] -= 32;
})";

constexpr const char* parse_numbers = R"(
kernel void run(global const uchar* text, global const int* starts, global float* numbers) {
    int i = get_global_id(0), k = starts[i];
    float value = 0, scale = 1;
    int sign = text[k] == '-';
    k += sign;
    while (text[k] >= '0' && text[k] <= '9') value = value * 10 + (text[k++] - '0');
    if (text[k] == '.')
        for (++k; text[k] >= '0' && text[k] <= '9'; ++k) { scale *= .1f; value += scale * (text[k] - '0'); }
    numbers[i] = sign ? -value : value;
})";

Arguments number_text() {
    Dice dice(51);
    std::vector<std::uint8_t> text;
    std::vector<int> starts;
    for (int i = 0; i < 8192; ++i) {
        starts.push_back(static_cast<int>(text.size()));
        if (dice.below(2)) text.push_back('-');
        for (auto digits = 1 + dice.below(6); digits; --digits)
            text.push_back(static_cast<std::uint8_t>('0' + dice.below(10)));
        if (dice.below(3)) {
            text.push_back('.');
            for (auto digits = dice.below(5); digits; --digits)
                text.push_back(static_cast<std::uint8_t>('0' + dice.below(10)));
        }
        text.push_back(' ');
    }
    return {array(text), array(starts), result<float>(8192)};
}

}  // namespace

Family string_kernels() {
    return {
        {"substring",
         substring,
         {65536},
         {},
         [] { return Arguments{bytes(65536 + 16, 3), bytes(8, 3), result<int>(65536), scalar(8)}; }},
        {"horspool",
         horspool,
         {2048},
         {64},
         [] {
             return Arguments{bytes(2048 * 64 + 16, 8),
                              bytes(8, 8),
                              each(256, [](std::size_t i) {
                                   return static_cast<std::uint8_t>(i % 8 + 1); }),
                              result<int>(2048),
                              scalar(8),
                              scalar(64)};
         }},
        {"edit_distance",
         edit_distance,
         {8192},
         {64},
         [] { return Arguments{bytes(8192 * 16, 4), bytes(16, 4), result<int>(8192), scalar(8192)}; }},
        {"smith_waterman",
         smith_waterman,
         {1024},
         {64},
         [] { return Arguments{bytes(1024 * 32, 4), bytes(32, 4), result<int>(1024), scalar(32)}; }},
        {"automaton",
         automaton,
         {2048},
         {64},
         [] {
             return Arguments{
                 bytes(2048 * 64),
                 each(64 * 16, [](std::size_t i) { return static_cast<std::uint16_t>(i * 2654435761u >> 7 & 63); }),
                 result<int>(2048), scalar(64)};
         }},
        {"utf8_lengths",
         utf8_lengths,
         {2048},
         {},
         [] { return Arguments{bytes(2048 * 64 + 8), result<int>(2048), scalar(64)}; }},
        {"k_mers",
         k_mers,
         {32768},
         {64},
         [] { return Arguments{bytes(32768 + 16), result<std::uint32_t>(32768), scalar(12)}; }},
        {"upper_case", upper_case, {1 << 18}, {}, [] { return Arguments{changed(bytes(1 << 18, 128))}; }},
        {"parse_numbers", parse_numbers, {8192}, {64}, number_text},
    };
}

}  // namespace bench
