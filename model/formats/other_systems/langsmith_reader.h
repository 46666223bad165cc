#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Runs as LangSmith exports them, and as its clients send them: a list, a line each, `{runs}`, or `{post, patch}`. The
/// runs of a thread, or else of a trace, are one session. Each model call repeats what was said before, so of what it
/// was asked only the new comes. Only what the whole was given is the person's; other questions are a program's.
class LangSmithReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "langsmith"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
