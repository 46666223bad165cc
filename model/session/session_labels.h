#pragma once

#include "model/conversation/ids.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::session {

/// What the person says about a session. Kept beside its log, which it never changes.
struct SessionLabels
{
    std::string title;             ///< shown instead of the log's own; empty = the log's
    std::vector<std::string> tags; ///< as `tagsOf` gives them
    std::string note;
    bool isPinned = false;
    std::optional<conversation::Timestamp> archivedAt; ///< since when it is archived; empty = it is not
    friend bool operator==(const SessionLabels&, const SessionLabels&) = default;
};

/// Reads tags as a person types them: separated by commas, without surrounding spaces or a leading "#"; each once,
/// ignoring case, in the order in which they were typed.
[[nodiscard]] std::vector<std::string> tagsOf(const std::string& typed);

} // namespace quarterdeck::session
