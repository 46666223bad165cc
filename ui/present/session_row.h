#pragma once

#include "ui/present/client_status.h"
#include "ui/theme/state_glyph.h"

#include "model/conversation/ids.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui::view {

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

} // namespace quarterdeck::ui::view
