#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Logs of Inspect AI: `{eval, samples: [{messages, events, scores ..}]}`; each sample is a session. An `.eval` file is
/// read as a line for each sample (model/transfer/import/eval_source.h). Nobody typed anything, unless a message says
/// that an operator did: what has the role of a user is of the dataset, or of a solver.
class InspectReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "inspect"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
