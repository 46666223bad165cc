#pragma once

#include "model/conversation/event.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace quarterdeck::conversation {

/// What somebody wants. Nothing has happened yet: `decide` says what does.
struct StartSession
{
    SessionStarted settings;
};
struct RenameSession
{
    std::string title;
};
struct HireRole
{
    Role role;
};
/// MGXEnv.publish_message(message, user_defined_recipient, publicer), after the message was normalised (`normalised`).
struct Publish
{
    Message message;
    std::string userDefinedRecipient; ///< non-empty = the person named who is meant (rule 1)
    std::string publicer;             ///< the leader passes its profile (rule 3)
    bool isPrivate = false;           ///< rule 1 without `<all>`: only those named are told
};
/// A role speaks for itself: Role.publish_message, TeamLeader.publish_message.
struct RolePublish
{
    RoleName role;
    Message message;
    bool isRemembered = false; ///< it is in the role's own inbox, too: see RecordStep
};
/// TeamLeader.publish_team_message(content, send_to).
struct PublishTeamMessage
{
    RoleName role;
    std::vector<ContentBlock> content;
    std::string sendTo;
    std::optional<Usage> usage;
    JsonValue metadata;
    MessageId id = {}; ///< empty = one is made
};
/// reply_to_human: to the person, in the history; ends the role's direct chat as any reply does.
struct ReplyToUser
{
    RoleName role;
    std::vector<ContentBlock> content;
    std::optional<Usage> usage;
    JsonValue metadata;
    MessageId id = {};         ///< empty = one is made
    bool isRemembered = false; ///< as in RolePublish
};
/// What a role thought, called or got back from a tool while it acted. Only the role itself gets it, in its inbox,
/// which thus holds everything the role remembers. Sender and recipients are set by decide.
struct RecordStep
{
    RoleName role;
    Message message;
};
struct AskUser
{
    Question question; ///< id may be empty (one is made); askedAt is set by decide
};
struct AnswerQuestion
{
    QuestionId id;
    std::string option;
    std::vector<ContentBlock> content;
    JsonValue form;
    std::string by = "person";
    std::string via = {}; ///< see QuestionEnd
};
struct DeclineQuestion
{
    QuestionId id;
    std::string by = "person";
    std::string via = {};
};
struct WithdrawQuestion
{
    QuestionId id;
};
struct TimeOutQuestion
{
    QuestionId id; ///< refused while its deadline is paused or not reached
};
struct MoveDeadline
{
    QuestionId id;
    std::optional<Timestamp> deadline;
    bool isPaused = false;
    std::string by = "person";
};
struct AcknowledgeAnswer
{
    QuestionId id;
    MessageId echo = {}; ///< see AnswerDelivered
    JsonValue fields = {};
};
struct SetPublicChat
{
    bool isPublic = true;
};
struct EndDirectChat
{
    RoleName role;
    DirectChatEndReason reason = DirectChatEndReason::EndedByUser;
};
struct ObserveMail
{
    RoleName role;
    bool hasNews = false; ///< as `observe` found
    /// The buffer position up to which it read; empty = all. What comes in meanwhile stays unread.
    std::optional<std::int64_t> upTo = {};
};
struct SetRoleActivity
{
    RoleName role;
    RoleActivity activity = RoleActivity::Idle;
    std::string detail;
    bool hasWork = false;
    bool finishedNews = false;
};
struct SetRunState
{
    RunState state = RunState::Running;
    std::string reason;
    RunCause cause = {};
};
/// What the person wants of a run, whoever acts in it. Resume: what was paused or stopped goes on, what failed is tried
/// again, and what runs is left alone.
enum class RunCommand { RunOrPause, Step, Stop, Resume };
struct StartRound
{
    std::int32_t roles = 0;
};
struct SetBudget
{
    std::optional<double> budget;
};
struct RecordUsage
{
    RoleName role;
    Usage usage;
};
struct Annotate
{
    Annotated annotation;
};
/// By the person: see MessagePinned.
struct PinMessage
{
    EventSeq target;
    bool isKept = true;
};
/// By the person, or a program that acts for them.
struct SetHoldRule
{
    HoldRule rule;
    std::string by = "person";
};
struct RemoveHoldRule
{
    HoldRuleId id;
    std::string by = "person";
};
/// A held message goes, as it is or as it was changed: it is routed anew.
struct ReleaseHeld
{
    EventSeq target;
    Message held; ///< as the log has it, since the state holds no texts: see session::releaseHeld
    std::optional<std::vector<ContentBlock>> content = {}; ///< instead of its own
    std::optional<AddressSet> sendTo = {};
    bool mayOvertake = false;    ///< earlier ones of its speaker that wait
    bool mayReachOthers = false; ///< than when it was held; else it is refused (ErrorCode::OtherRecipients)
    std::string by = "person";
};
struct DropHeld
{
    EventSeq target;
    std::string reason = {};
    std::vector<ContentBlock> notice = {}; ///< what its speaker is told; empty = nothing
    std::string by = "person";
};
/// By the person.
struct SetRoleMode
{
    RoleName role;
    RoleMode mode = RoleMode::Active;
};
/// A message that was routed elsewhere (import, an outside program): recorded as it is, nothing decided.
struct RecordMessage
{
    Message message;
    std::vector<RoleName> recipients;
};
/// A recorded message has grown: see extensionOf.
struct ExtendMessage
{
    MessageExtended growth;
};
/// What a program's tracing told.
struct RecordSpans
{
    std::vector<Span> spans;
};

using Intent =
    std::variant<StartSession, RenameSession, HireRole, Publish, RolePublish, PublishTeamMessage, ReplyToUser,
                 RecordStep, AskUser, AnswerQuestion, DeclineQuestion, WithdrawQuestion, TimeOutQuestion, MoveDeadline,
                 AcknowledgeAnswer, SetPublicChat, EndDirectChat, ObserveMail, SetRoleActivity, SetRunState, StartRound,
                 SetBudget, RecordUsage, Annotate, PinMessage, SetHoldRule, RemoveHoldRule, ReleaseHeld, DropHeld,
                 SetRoleMode, RecordMessage, ExtendMessage, RecordSpans>;

/// Makes ids: 32 random hex digits in the program, a counter in tests.
using IdSource = std::function<std::string()>;

/// What `decide` cannot find out by itself.
struct DecideContext
{
    Timestamp now;
    std::int64_t monotonicMs = 0;
    IdSource makeId;
    /// Files that the message's text may name, read in advance (path as written -> bytes; empty optional = a folder).
    std::map<std::string, std::optional<std::string>> files;
    /// The session came from a file, whatever kind its log says it is: nobody speaks in it.
    bool isImportedSession = false;
};

} // namespace quarterdeck::conversation
