#include "litmus_tests.h"

namespace lanewise::stress {
namespace {

bool nothing(const Outcome&) { return false; }
bool both_missed(const Outcome& o) { return o.r[0] == 0 && o.r[1] == 0; }
bool flag_without_data(const Outcome& o) { return o.r[0] == 1 && o.r[1] != 1; }
bool readers_disagree(const Outcome& o) { return o.r[0] == 1 && o.r[1] == 0 && o.r[2] == 1 && o.r[3] == 0; }
bool went_back(const Outcome& o) { return o.r[0] > o.r[1]; }
bool same_ticket(const Outcome& o) { return o.r[0] == o.r[1]; }
bool both_or_none_won(const Outcome& o) { return o.r[0] == o.r[1]; }
bool load_from_the_future(const Outcome& o) { return o.r[0] == 1 && o.r[1] == 1; }

constexpr LitmusTest tests[] = {
    {"store buffering, relaxed", 2, R"(
        case 0: STORE(x, 1, relaxed); r[0] = LOAD(y, relaxed); break;
        case 1: STORE(y, 1, relaxed); r[1] = LOAD(x, relaxed); break;)",
     nothing, both_missed},
    {"store buffering, release and acquire", 2, R"(
        case 0: STORE(x, 1, release); r[0] = LOAD(y, acquire); break;
        case 1: STORE(y, 1, release); r[1] = LOAD(x, acquire); break;)",
     nothing, both_missed},
    {"store buffering, seq_cst", 2, R"(
        case 0: STORE(x, 1, seq_cst); r[0] = LOAD(y, seq_cst); break;
        case 1: STORE(y, 1, seq_cst); r[1] = LOAD(x, seq_cst); break;)",
     both_missed, nullptr},
    {"store buffering, seq_cst fences", 2, R"(
        case 0: STORE(x, 1, relaxed); FENCE(seq_cst); r[0] = LOAD(y, relaxed); break;
        case 1: STORE(y, 1, relaxed); FENCE(seq_cst); r[1] = LOAD(x, relaxed); break;)",
     both_missed, nullptr},
    {"store buffering, exchanges", 2, R"(
        case 0: atomic_exchange_explicit(x, 1, memory_order_seq_cst, SCOPE); r[0] = LOAD(y, seq_cst); break;
        case 1: atomic_exchange_explicit(y, 1, memory_order_seq_cst, SCOPE); r[1] = LOAD(x, seq_cst); break;)",
     both_missed, nullptr},
    {"message passing, release and acquire", 2, R"(
        case 0: *data = 1; STORE(x, 1, release); break;
        case 1: r[0] = LOAD(x, acquire); r[1] = r[0] ? *data : 0; break;)",
     flag_without_data, nullptr},
    {"message passing, fences", 2, R"(
        case 0: *data = 1; FENCE(release); STORE(x, 1, relaxed); break;
        case 1: r[0] = LOAD(x, relaxed); FENCE(acquire); r[1] = r[0] ? *data : 0; break;)",
     flag_without_data, nullptr},
    {"message passing, exchange and compare-exchange", 2, R"(
        case 0: *data = 1; atomic_exchange_explicit(x, 1, memory_order_release, SCOPE); break;
        case 1: { int expected = 1;
            r[0] = atomic_compare_exchange_strong_explicit(x, &expected, 2, memory_order_acquire,
                                                           memory_order_relaxed, SCOPE);
            r[1] = r[0] ? *data : 0; break; })",
     flag_without_data, nullptr},
    {"independent reads of independent writes, seq_cst", 4, R"(
        case 0: STORE(x, 1, seq_cst); break;
        case 1: STORE(y, 1, seq_cst); break;
        case 2: r[0] = LOAD(x, seq_cst); r[1] = LOAD(y, seq_cst); break;
        case 3: r[2] = LOAD(y, seq_cst); r[3] = LOAD(x, seq_cst); break;)",
     readers_disagree, nullptr},
    {"load buffering, acquire and release", 2, R"(
        case 0: r[0] = LOAD(x, acquire); STORE(y, 1, release); break;
        case 1: r[1] = LOAD(y, acquire); STORE(x, 1, release); break;)",
     load_from_the_future, nullptr},
    {"coherence of reads", 2, R"(
        case 0: STORE(x, 1, relaxed); STORE(x, 2, relaxed); break;
        case 1: r[0] = LOAD(x, relaxed); r[1] = LOAD(x, relaxed); break;)",
     went_back, nullptr},
    {"coherence of a write and a read", 2, R"(
        case 0: STORE(x, 1, relaxed); r[1] = LOAD(x, relaxed); r[0] = 1; break;
        case 1: STORE(x, 2, relaxed); break;)",
     went_back, nullptr},
    {"atomicity of fetch_add", 2, R"(
        case 0: r[0] = atomic_fetch_add_explicit(x, 1, memory_order_relaxed, SCOPE); break;
        case 1: r[1] = atomic_fetch_add_explicit(x, 1, memory_order_relaxed, SCOPE); break;)",
     same_ticket, nullptr},
    {"atomicity of compare-exchange", 2, R"(
        case 0: { int expected = 0; r[0] = atomic_compare_exchange_strong_explicit(x, &expected, 1,
            memory_order_relaxed, memory_order_relaxed, SCOPE); break; }
        case 1: { int expected = 0; r[1] = atomic_compare_exchange_strong_explicit(x, &expected, 1,
            memory_order_relaxed, memory_order_relaxed, SCOPE); break; })",
     both_or_none_won, nullptr},
    {"atomicity of flags", 2, R"(
        case 0: r[0] = atomic_flag_test_and_set_explicit((SPACE atomic_flag*)x, memory_order_relaxed, SCOPE); break;
        case 1: r[1] = atomic_flag_test_and_set_explicit((SPACE atomic_flag*)x, memory_order_relaxed, SCOPE); break;)",
     both_or_none_won, nullptr},
};

}  // namespace

std::span<const LitmusTest> litmus_tests() { return tests; }

}  // namespace lanewise::stress
