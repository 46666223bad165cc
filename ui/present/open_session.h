#pragma once

#include "model/conversation/ids.h"
#include "model/session/library.h"
#include "ui/present/sessions.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/role_look.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::ui::view {

enum class ChannelKind { Everything, Public, Private, Inbox };

/// One channel of the session. `name` is the role of a private chat or inbox; the others have fixed names.
struct ChannelTab
{
    QString id; ///< the model's channel key
    ChannelKind kind = ChannelKind::Everything;
    QString name;

    bool operator==(const ChannelTab&) const = default;
};

using ChannelTabs = std::vector<ChannelTab>;

/// Pausing and Stopping: requested, while somebody still finishes what they do. Failed: it cannot continue before
/// somebody does something about it. An outside program that only comes and goes has no run: NotStarted, see
/// Connection. Recorded: a recording that does not tell how, or whether, it ended. Held: messages wait for the person.
enum class RunState {
    NotStarted,
    Running,
    WaitingForUser,
    Paused,
    Finished,
    Stopped,
    Failed,
    AtRest,
    Stopping,
    Pausing,
    Recorded,
    Held,
};

/// What the toolbar says about the open session. Without a session only the program's name is shown.
struct ToolbarState
{
    bool hasSession = false;
    QString title;
    RunState run = RunState::NotStarted;
    QString reason; ///< why it paused, stopped or failed: "budget of $2.00 reached"; who is waited for
    int round = 0;  ///< 0 = not shown
    int rounds = 0; ///< after this one it pauses; 0 = none
    bool isPrivate = false;
    bool canChangePrivacy = false;
    bool canRun = false;           ///< has agents of its own; a recorded session has none
    std::optional<double> dollars; ///< for what has a price; none = nothing has, or nothing was used
    std::optional<double> budget;
    QString replayClock;             ///< "09:46:52" while a replay is shown, otherwise empty
    bool canReplay = false;          ///< shows the button that opens the replay
    QString burn = {};               ///< usage per minute of work, and when the budget is reached; empty = unknown
    bool hasWork = true;             ///< there is something to pause, to step through, or to stop
    std::int64_t unpricedTokens = 0; ///< all tokens so far, if some have no price; 0 = all have one
    bool canInsist = false;          ///< asked to stop, it can be stopped without waiting: nobody may be there
    QString failure = {};            ///< Failed: what went wrong, as a sentence
    bool canChooseModel = {};        ///< Failed: its team may speak through another model

    std::optional<Connection> connection = {}; ///< of a program's session
    bool isArchived = {};                      ///< its row may not be in sight: so it is shown here

    bool canSetLimits = {}; ///< budget and rounds, while the team is at work
    bool hasModels = {};    ///< its members speak through models, which may be changed then, too

    QString runWords = {}; ///< how the run stands, where `run` alone is not the whole truth; empty = as that says

    bool operator==(const ToolbarState&) const = default;
};

/// One role as the Team dock shows it, in hire order.
struct TeamMember
{
    QString key; ///< the role's name, as the model knows it
    QString name;
    QString profile; ///< "Product Manager"
    theme::AvatarStyle avatar;
    theme::StateGlyph state = theme::StateGlyph::Idle;
    QString activity; ///< what it acts on ("RunCode"), or why it failed; empty = the state's own word
    std::optional<conversation::Timestamp> since = {}; ///< start of the state; shown for Thinking and Waiting
    bool asksUser = false;                             ///< has a question open while it does something else
    int unread = 0;                                    ///< mails not yet observed
    std::optional<double> dollars = {};                ///< none = no known price
    std::int64_t tokens = 0;
    bool isInDirectChat = false; ///< one with the person is open
    bool canRetry = false;       ///< it failed, and can be told to try again
    bool isRemote = false;       ///< played by an outside program
    conversation::RoleMode mode = conversation::RoleMode::Active;
    bool canBeSteered = false; ///< paused, muted
    bool isAwaited = false;    ///< the run waits for that program, which has not taken its mail

    bool operator==(const TeamMember&) const = default;
};

using Team = std::vector<TeamMember>;

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

/// A member as a folded dock shows it.
struct MemberGlyph
{
    QString name; ///< with the state in words, for the tooltip: "Bob: waiting for you"
    theme::AvatarStyle avatar;
    theme::StateGlyph state = theme::StateGlyph::Idle;

    bool operator==(const MemberGlyph&) const = default;
};

} // namespace quarterdeck::ui

namespace quarterdeck::ui::view {

/// A file that the team made or changed.
struct ArtifactRow
{
    QString path; ///< in the session's folder, for reading
    QString author;
    theme::AvatarStyle avatar;
    std::optional<std::int64_t> bytes = {}; ///< none = not in the log
    bool isNew = false;                     ///< it did not exist before
    conversation::EventSeq seq;             ///< of the message that last changed it
    std::string key{};                      ///< the path as it is
    QString checksum = {};                  ///< SHA-256 of its content then, in hexadecimal; empty = unknown
    bool operator==(const ArtifactRow&) const = default;
};
using ArtifactRows = std::vector<ArtifactRow>;

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

/// The whole session as the timeline draws it.
struct TimelineState
{
    struct Bucket
    {
        int events = 0;
        int hue = -1; ///< who spoke most: 1..12 a role, 0 the person, -1 nobody
    };
    using MarkKind = session::TimelineMark::Kind;
    struct Mark
    {
        MarkKind kind = MarkKind::Question;
        conversation::Timestamp time;
        conversation::Timestamp endTime; ///< of a private chat; before `time` if it never ended
    };

    conversation::Timestamp start;
    conversation::Timestamp end;
    std::vector<Bucket> buckets; ///< equal parts of start..end
    std::vector<Mark> marks;
};

/// Where the clock is and how it runs.
struct ReplayState
{
    conversation::Timestamp time;
    std::int64_t row = 0; ///< 1-based row of channel "everything"; 0 = before the first
    std::int64_t rows = 0;
    bool isPlaying = false;
    double speed = 1.0;
    bool areGapsShortened = true;
    bool areTimesKnown = true; ///< otherwise no time is shown, only the position
};

} // namespace quarterdeck::ui
