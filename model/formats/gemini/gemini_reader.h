#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Requests to Google's Gemini and its responses. A request `{contents, systemInstruction ..}` is a session: alone, in
/// a list, one a line, or within a line of a batch. A list of contents is one session; so are the responses
/// `{candidates}` of one file, since a streamed answer is a list of them.
class GeminiReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "gemini"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
