#pragma once

#include "model/conversation/event.h"

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

} // namespace quarterdeck::formats
