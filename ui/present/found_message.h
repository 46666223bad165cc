#pragma once

#include "model/conversation/ids.h"

#include <QString>

#include <optional>
#include <vector>

namespace quarterdeck::ui::view {

/// Characters of a text, from `begin`.
struct MarkedPart
{
    int begin = 0;
    int length = 0;
    bool operator==(const MarkedPart&) const = default;
};

/// A message found by a search in all sessions, as the list shows it.
struct FoundMessage
{
    QString session; ///< its id
    conversation::EventSeq row;
    conversation::EventSeq seq; ///< the match: the row itself, or what changed it (an answer)
    QString speaker;            ///< empty = nobody
    QString title;              ///< the session's
    bool isPrivate = false;
    std::optional<conversation::Timestamp> time; ///< empty = unknown
    QString excerpt;
    std::vector<MarkedPart> marks; ///< in the excerpt, in order
    bool operator==(const FoundMessage&) const = default;
};

/// The results so far for what was typed.
struct FoundMessages
{
    bool isAsked = false; ///< a search is on
    bool isReading = false;
    bool hasMore = false; ///< older ones can be asked for
    QString note;         ///< anything else worth knowing: a failure, what was not searched; empty = nothing
    std::vector<FoundMessage> messages; ///< newest first
    bool operator==(const FoundMessages&) const = default;
};

} // namespace quarterdeck::ui::view
