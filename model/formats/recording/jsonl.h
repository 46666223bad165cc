#pragma once

#include "model/conversation/event.h"
#include "model/formats/session_reader.h"

#include <cstdint>
#include <string>

namespace quarterdeck::formats {

/// Our own JSONL: a header line, then one event per line exactly as in the log, so that importing an export yields an
/// identical log. Attachments are in a folder beside the file, named by hash.
struct JsonlHeader
{
    std::int64_t events = 0;       ///< how many lines follow: a file with fewer is incomplete
    std::string session;           ///< the session's id in the file; an import makes its own
    std::string attachmentsFolder; ///< the folder's plain name; empty = there are none
};

inline constexpr int jsonlVersion = 1;

/// Each with its line break.
[[nodiscard]] std::string jsonlHeaderLine(const JsonlHeader& header);
[[nodiscard]] std::string jsonlEventLine(const conversation::Event& event);

/// Our own JSONL. Strict: a log with a gap or a damaged line is refused as a whole.
class JsonlReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "quarterdeck"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
