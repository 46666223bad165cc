#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Who&When (Agents_Failure_Attribution): `{history: [{name?, role, content}], question, mistake_agent, mistake_step,
/// mistake_reason, ...}`, alone, in a list, or one per line.
class WhoAndWhenReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "who_and_when"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
