#pragma once

#include "conversation/event.h"

#include <cstdint>
#include <string>

namespace quarterdeck::formats {

/// Our own JSONL: a header line, then one event a line exactly as the log has it, so that the import of an export is an
/// identical log. Attachments lie by hash in a folder beside the file.
struct JsonlHeader
{
    std::int64_t events = 0;       ///< how many lines follow: a file with fewer is not complete
    std::string session;           ///< id that the session had; an import makes its own
    std::string attachmentsFolder; ///< plain name of the folder; empty = there are none
};

inline constexpr int jsonlVersion = 1;

/// Each with its line break.
[[nodiscard]] std::string jsonlHeaderLine(const JsonlHeader& header);
[[nodiscard]] std::string jsonlEventLine(const conversation::Event& event);

} // namespace quarterdeck::formats
