#pragma once

#include "model/conversation/error.h"
#include "model/conversation/hold.h"
#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"
#include "model/conversation/question.h"
#include "model/conversation/role.h"
#include "model/conversation/route.h"
#include "model/conversation/run_cause.h"
#include "model/conversation/span.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace quarterdeck::conversation {

/// Where a session's messages come from; decides what can be steered and how it is labelled.
enum class SessionKind { Team, Demo, Imported, Remote };

/// The first event of every session.
struct SessionStarted
{
    SessionKind kind = SessionKind::Team;
    std::string title;
    RoutingSettings routing;
    bool isPublic = true;
    std::string source; ///< file name or program it came from; empty if it began here
    /// The source's extra fields, kept verbatim (an object or null). "times" is "synthetic" if the source has no times
    /// and those of the events are made up.
    JsonValue details;
    std::optional<double> budget; ///< US dollars; empty = none
    std::int32_t rounds = 0;      ///< planned rounds; 0 = no limit
    friend bool operator==(const SessionStarted&, const SessionStarted&) = default;
};
struct SessionRenamed
{
    std::string title;
    friend bool operator==(const SessionRenamed&, const SessionRenamed&) = default;
};
struct RoleHired
{
    Role role;
    friend bool operator==(const RoleHired&, const RoleHired&) = default;
};
/// A message as it was sent (with the recipients that routing determined), and what became of it. MGXEnv's second
/// history entry, the addressed copy, is a view of this: see `addressedCopy`.
struct MessagePublished
{
    Message message;
    Route route;
    friend bool operator==(const MessagePublished&, const MessagePublished&) = default;
};
enum class DirectChatEndReason { Reply, EndedByUser, TimedOut };
struct DirectChatOpened
{
    DirectChatId id;
    RoleName role;
    bool isPrivate = false; ///< only this role is told (otherwise everyone hears, one acts)
    friend bool operator==(const DirectChatOpened&, const DirectChatOpened&) = default;
};
struct DirectChatEnded
{
    DirectChatId id;
    RoleName role;
    DirectChatEndReason reason = DirectChatEndReason::Reply;
    friend bool operator==(const DirectChatEnded&, const DirectChatEnded&) = default;
};
struct PublicChatSet
{
    bool isPublic = true;
    friend bool operator==(const PublicChatSet&, const PublicChatSet&) = default;
};
struct QuestionAsked
{
    Question question;
    friend bool operator==(const QuestionAsked&, const QuestionAsked&) = default;
};
struct QuestionEnded
{
    QuestionId id;
    QuestionEnd end;
    friend bool operator==(const QuestionEnded&, const QuestionEnded&) = default;
};
/// The person answered "Later" or changed the deadline. `deadline` is the new one (empty = none).
struct QuestionDeadlineMoved
{
    QuestionId id;
    std::optional<Timestamp> deadline;
    bool isPaused = false;
    std::string by; ///< who moved it: "person", a program's name
    friend bool operator==(const QuestionDeadlineMoved&, const QuestionDeadlineMoved&) = default;
};
/// The asker has taken the answer: written once, so that an answer is delivered exactly once.
struct AnswerDelivered
{
    QuestionId id;
    MessageId echo = {}; ///< the message in which a program said so; it is not in the log
    JsonValue fields =
        {}; ///< that message's metadata, with what it had beside its content as `source`; null = not known
    friend bool operator==(const AnswerDelivered&, const AnswerDelivered&) = default;
};
/// A role took everything from its buffer (Role._observe).
struct MailObserved
{
    RoleName role;
    std::int64_t upTo = 0; ///< its buffer position afterwards
    bool hasNews = false;  ///< something was addressed to it
    friend bool operator==(const MailObserved&, const MailObserved&) = default;
};
struct RoleActivityChanged
{
    RoleName role;
    RoleActivity activity = RoleActivity::Idle;
    std::string detail;
    bool hasWork = false;
    bool finishedNews = false; ///< the news is dealt with
    friend bool operator==(const RoleActivityChanged&, const RoleActivityChanged&) = default;
};
enum class RunState { NotStarted, Running, Paused, StopRequested, Stopped, Finished };
struct RunStateChanged
{
    RunState state = RunState::NotStarted;
    std::string reason; ///< one sentence for the person; may be empty. Worded by runReasonText
    RunCause cause = {};
    friend bool operator==(const RunStateChanged&, const RunStateChanged&) = default;
};
struct RoundStarted
{
    std::int32_t number = 0; ///< 1, 2, 3 …
    std::int32_t roles = 0;  ///< how many roles it runs
    friend bool operator==(const RoundStarted&, const RoundStarted&) = default;
};
struct BudgetSet
{
    std::optional<double> budget;
    friend bool operator==(const BudgetSet&, const BudgetSet&) = default;
};
/// Tokens and cost of a call that produced no message.
struct UsageRecorded
{
    RoleName role;
    Usage usage;
    friend bool operator==(const UsageRecorded&, const UsageRecorded&) = default;
};
enum class AnnotationKind { Mistake, Note };
/// Somebody's remark on an earlier event of this log (a data set's "the mistake is here").
struct Annotated
{
    EventSeq target;
    AnnotationKind kind = AnnotationKind::Note;
    std::string text;
    std::string by;
    friend bool operator==(const Annotated&, const Annotated&) = default;
};
/// The person wants the agents that know a message to keep it in memory, however old it is, or no longer.
struct MessagePinned
{
    EventSeq target;
    bool isKept = true;
    std::string by; ///< who marked it: "person"
    friend bool operator==(const MessagePinned&, const MessagePinned&) = default;
};
/// The message of an earlier event has grown, and its row shows it: see message_extension.h. Its first `keptBlocks`
/// blocks stay. Of the next one, if it is a text or a thought, the first `keptBytes` stay in front of the first of
/// `content`, which is of the same kind; then all of `content` follows.
struct MessageExtended
{
    EventSeq target;
    std::int64_t keptBlocks = 0;
    std::int64_t keptBytes = 0; ///< on a character boundary
    std::vector<ContentBlock> content;
    bool isShorter = false; ///< what is not kept is removed, even if nothing follows
    JsonValue metadata;     ///< null = as before
    AddressSet sendTo{};    ///< empty = as before: the end of a message may decide whom it is for
    friend bool operator==(const MessageExtended&, const MessageExtended&) = default;
};
/// What a program's tracing told about it. Not a row of the conversation: see channel::spans.
struct SpansRecorded
{
    std::vector<Span> spans;
    friend bool operator==(const SpansRecorded&, const SpansRecorded&) = default;
};
/// A new hold rule, or an old one with this id as it is from now on.
struct HoldRuleSet
{
    HoldRule rule;
    std::string by; ///< who set it: "person", a program's name
    friend bool operator==(const HoldRuleSet&, const HoldRuleSet&) = default;
};
struct HoldRuleRemoved
{
    HoldRuleId id;
    std::string name; ///< it had
    std::string by;
    friend bool operator==(const HoldRuleRemoved&, const HoldRuleRemoved&) = default;
};
/// The held message of an earlier event reaches nobody. (One that goes is published: see Release.)
struct HeldDropped
{
    EventSeq target;
    std::string reason;
    bool isTold = false; ///< its sender was told: the message that follows
    std::string by;
    friend bool operator==(const HeldDropped&, const HeldDropped&) = default;
};
struct RoleModeSet
{
    RoleName role;
    RoleMode mode = RoleMode::Active;
    std::string by; ///< who set it: "person"
    friend bool operator==(const RoleModeSet&, const RoleModeSet&) = default;
};
/// An event of a kind or version that this program does not know: kept, shown raw, skipped by the fold.
struct UnknownEvent
{
    std::string kind;
    std::int32_t version = 0;
    JsonValue payload;
    friend bool operator==(const UnknownEvent&, const UnknownEvent&) = default;
};

using EventBody =
    std::variant<SessionStarted, SessionRenamed, RoleHired, MessagePublished, DirectChatOpened, DirectChatEnded,
                 PublicChatSet, QuestionAsked, QuestionEnded, QuestionDeadlineMoved, AnswerDelivered, MailObserved,
                 RoleActivityChanged, RunStateChanged, RoundStarted, BudgetSet, UsageRecorded, Annotated, MessagePinned,
                 MessageExtended, SpansRecorded, HoldRuleSet, HoldRuleRemoved, HeldDropped, RoleModeSet, UnknownEvent>;

/// One line of a session's log. `seq` is assigned when it is appended (state.lastSeq + 1).
struct Event
{
    EventSeq seq;
    Timestamp time;               ///< wall clock, shown
    std::int64_t monotonicMs = 0; ///< of the writing process, for durations; 0 = unknown
    EventBody body;
    friend bool operator==(const Event&, const Event&) = default;
};

/// Stable names: "session_started", "message_published" …; an UnknownEvent has its own.
[[nodiscard]] std::string kindOf(const EventBody& body);

} // namespace quarterdeck::conversation
