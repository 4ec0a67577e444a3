// Markers and barriers: commands that do no work and only order other commands.
#pragma once

#include "runtime/core/command.h"

namespace lanewise::runtime {

class MarkerCommand final : public Command {
public:
    MarkerCommand(Ref<Queue>&& queue, cl_command_type type) noexcept : Command(std::move(queue), type) {
        set_cost(50, 50);
    }
};

}  // namespace lanewise::runtime
