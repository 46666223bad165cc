#pragma once

#include "model/formats/session_reader.h"

#include <string>

namespace quarterdeck::formats {

struct JsonShape;

/// SWE-agent's trajectories (`.traj`): `{history: [{role, content, agent, is_demo}], trajectory: [{response, thought,
/// action, observation}], info: {model_stats}}`. Nobody typed anything: what has the role of a user is SWE-agent's
/// instruction or a tool's output. Demonstrations are no part of the run.
class SweAgentReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "swe_agent"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
