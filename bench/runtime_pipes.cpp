// Measures the packets per second through a pipe. One launch writes the packets and the next launch reads them, or both
// launches run at the same time.
#include <string>

#include "samples.h"
#include "session.h"

namespace {

using bench::Samples;
using bench::session;

constexpr cl_uint packets = 1u << 22;

constexpr const char* source = R"(
    kernel void put_groups(write_only pipe T p, global T* data) {
        const reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
        if (!is_valid_reserve_id(id)) return;
        write_pipe(p, id, get_local_id(0), &data[get_global_id(0)]);
        work_group_commit_write_pipe(p, id);
    }
    kernel void take_groups(read_only pipe T p, global T* data) {
        const reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
        if (!is_valid_reserve_id(id)) return;
        read_pipe(p, id, get_local_id(0), &data[get_global_id(0)]);
        work_group_commit_read_pipe(p, id);
    }
    kernel void put_items(write_only pipe T p, global T* data) {
        const reserve_id_t id = reserve_write_pipe(p, 16);
        if (!is_valid_reserve_id(id)) return;
        for (uint i = 0; i < 16; ++i) write_pipe(p, id, i, &data[get_global_id(0) * 16 + i]);
        commit_write_pipe(p, id);
    }
    kernel void take_items(read_only pipe T p, global T* data) {
        const reserve_id_t id = reserve_read_pipe(p, 16);
        if (!is_valid_reserve_id(id)) return;
        for (uint i = 0; i < 16; ++i) read_pipe(p, id, i, &data[get_global_id(0) * 16 + i]);
        commit_read_pipe(p, id);
    }
    kernel void put_plain(write_only pipe T p, global T* data) { write_pipe(p, &data[get_global_id(0)]); }
    kernel void take_plain(read_only pipe T p, global T* data) { read_pipe(p, &data[get_global_id(0)]); }
)";

struct Form {
    const char* name;
    cl_uint items;      // number of work-items that together transfer all packets
    std::size_t local;  // work-group size; 0 if the driver chooses it
};

class PipeCase {
public:
    PipeCase(const Form& form, const char* type, std::size_t packet_bytes)
        : form_(form),
          program_(session().build(source, (std::string("-cl-std=CL3.0 -DT=") + type).c_str())),
          put_(session().kernel(program_, (std::string("put_") + form.name).c_str())),
          take_(session().kernel(program_, (std::string("take_") + form.name).c_str())),
          data_(session().new_buffer(packets * packet_bytes)),
          other_(session().new_queue(0)) {
        cl_int status = CL_SUCCESS;
        pipe_ = bench::Buffer(
            clCreatePipe(session().context(), 0, static_cast<cl_uint>(packet_bytes), packets, nullptr, &status));
        bench::check(status, "clCreatePipe");
        for (const bench::Kernel* kernel : {&put_, &take_}) {
            bench::set_arg(*kernel, 0, pipe_);
            bench::set_arg(*kernel, 1, data_);
        }
    }

    void put_and_take() {
        session().launch(session().queue(), put_, form_.items, form_.local);
        session().launch(session().queue(), take_, form_.items, form_.local);
        clFinish(session().queue());
    }

    /// Measures a launch that writes packets while another launch reads packets. Half of the packets are written
    /// beforehand, so that writers do not find the pipe full and readers do not find it empty.
    void put_while_taking() {
        session().launch(session().queue(), put_, form_.items / 2, form_.local);
        clFinish(session().queue());
        session().launch(session().queue(), put_, form_.items / 2, form_.local);
        session().launch(other_, take_, form_.items / 2, form_.local);
        clFlush(other_);
        clFinish(session().queue());
        clFinish(other_);
        session().launch(session().queue(), take_, form_.items / 2, form_.local);
        clFinish(session().queue());
    }

private:
    const Form form_;
    bench::Program program_;
    bench::Kernel put_, take_;
    bench::Buffer data_, pipe_;
    bench::Queue other_;
};

// Reports packets per second; a packet that is written and read counts once.
void measure(benchmark::State& state, const Form& form, const char* type, std::size_t bytes, bool at_once) {
    PipeCase it(form, type, bytes);
    Samples samples;
    samples.take(state, [&] { at_once ? it.put_while_taking() : it.put_and_take(); });
    samples.report_rate(state, packets * 1e-6, "M/s");
}

constexpr Form groups{"groups", packets, 256}, items{"items", packets / 16, 256}, plain{"plain", packets, 0};

BENCHMARK_CAPTURE(measure, pipe_groups_4B, groups, "uint", 4, false)->UseManualTime();
BENCHMARK_CAPTURE(measure, pipe_groups_4B_at_once, groups, "uint", 4, true)->UseManualTime();
BENCHMARK_CAPTURE(measure, pipe_groups_16B, groups, "uint4", 16, false)->UseManualTime();
BENCHMARK_CAPTURE(measure, pipe_items_4B, items, "uint", 4, false)->UseManualTime();
BENCHMARK_CAPTURE(measure, pipe_items_4B_at_once, items, "uint", 4, true)->UseManualTime();
BENCHMARK_CAPTURE(measure, pipe_plain_4B, plain, "uint", 4, false)->UseManualTime();
BENCHMARK_CAPTURE(measure, pipe_plain_4B_at_once, plain, "uint", 4, true)->UseManualTime();

}  // namespace
