#pragma once

#include "model/conversation/ids.h"
#include "ui/theme/icons.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui::view {

/// How the program behind a session is doing.
struct Connection
{
    bool isHere = false; ///< surely or likely
    QString who;         ///< "AgentScope"
    QString since;       ///< "Connected since 14:02"; "Not connected" if no more is known
    QString rate;        ///< "12 messages a minute · 1 open question"; empty = nothing to say
    QString error;       ///< the last one: "14:05: refused (400): The content is no JSON."; empty = none
    bool isSure = true;  ///< otherwise it was heard lately, and may have left silently

    bool operator==(const Connection&) const = default;
};

/// The sort key of the list of sessions. Only by activity is it divided into days; sizes are read from the library.
enum class SessionOrder { Activity, Title, Start, Size };

/// One session as the list shows it.
struct SessionRow
{
    QString id;
    QString title;
    QString detail; ///< second line: "Alex is writing to everyone", "Finished · 88 messages"
    theme::StateGlyph glyph = theme::StateGlyph::Done;
    bool isLive = false;   ///< listed under Running, with the time since lastActivity instead of a clock time
    bool isSample = false; ///< listed under Samples, with its length
    conversation::Timestamp lastActivity;
    std::optional<std::chrono::milliseconds> length = {}; ///< of a finished session; only samples show it
    int questions = 0;                                    ///< waiting for the person in it
    bool areTimesKnown = true;                            ///< otherwise neither when nor how long is shown
    conversation::Timestamp startedAt = {};
    QStringList tags = {};
    QString note = {};
    bool isPinned = false;                     ///< listed before all others
    bool isArchived = false;                   ///< in the archive, which is shown on request
    bool hasFailed = {};                       ///< its run cannot continue before somebody does something about it
    QString failure = {};                      ///< why; may be empty
    std::optional<Connection> connection = {}; ///< of a program's session; its rate is not shown

    bool operator==(const SessionRow&) const = default;
};

/// Newest first; the panel groups them (Pinned, Running, Today, Earlier, Samples, Archive).
using SessionRows = std::vector<SessionRow>;

/// Of thousands only a few have changed: these are given by index.
using SharedSessionRow = std::shared_ptr<const SessionRow>;
using SharedSessionRows = std::vector<SharedSessionRow>;

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
    QString note; ///< anything else worth knowing: a failure, what was not searched; empty = nothing
    std::vector<FoundMessage> messages; ///< newest first
    bool operator==(const FoundMessages&) const = default;
};

} // namespace quarterdeck::ui::view
