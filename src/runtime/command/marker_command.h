// Markers and barriers: commands that run nothing and only take part in dependencies.
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
