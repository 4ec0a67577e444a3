#include "runtime/code/background.h"

#include "runtime/code/program_code.h"

namespace lanewise::runtime {

class Background::LaterTask final : public device::Task {
public:
    LaterTask(ProgramCode& program, device::Arena& arena, float ns, bool is_awaited, std::function<void()> work)
        : program_(program.weak_from_this()), arena_(arena.shared_from_this()), work_(std::move(work)) {
        set_cost(ns, ns);
        set_unknown();
        if (is_awaited) return;
        set_urgency(device::Urgency::low);
        set_background();
    }

private:
    std::uint64_t start() noexcept override { return 1; }

    void run_units(std::uint64_t, std::uint64_t, device::WorkerMemory&) noexcept override {
        try {
            if (const auto program = program_.lock()) work_();
        } catch (...) {
        }
    }

    void finish() noexcept override { delete this; }

    const std::weak_ptr<ProgramCode> program_;
    const std::shared_ptr<device::Arena> arena_;  // keeps the arena alive until the posted task has run
    const std::function<void()> work_;
};

std::shared_ptr<ProgramCode> Background::program() const { return program_.shared_from_this(); }

void Background::post_task(float ns, bool is_awaited, std::function<void()> work) {
    arena_.post(*new LaterTask(program_, arena_, ns, is_awaited, std::move(work)));
}

}  // namespace lanewise::runtime
