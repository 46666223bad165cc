#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// MetaGPT's saved teams: `team.json` (`{env: {roles, history}, idea, investment, context}`) and `MGXEnv.json` (the
/// environment alone). An environment keeps a message twice under one id, as addressed and as said; here it is one.
/// What only roles remember follows after the history. Nothing in it has a time.
class TeamReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
