#pragma once

#include "model/conversation/burn_meter.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "ui/present/composer.h"
#include "ui/present/connected_programs.h"
#include "ui/present/cost.h"
#include "ui/present/inspector.h"
#include "ui/present/members.h"
#include "ui/present/open_session.h"
#include "ui/present/questions.h"
#include "ui/present/sessions.h"

#include <QString>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace quarterdeck::conversation {
class CostLedger;
}
namespace quarterdeck::team {
struct Artifact;
struct RebuiltPrompt;
} // namespace quarterdeck::team

/// The model's values as the panels' values: pure functions, no widgets and no engine. The same functions serve the
/// live state and a moment of a replay. Thread: ui.
namespace quarterdeck::ui::present {

/// A moment of a replay: the clock, and how the questions that are open then ended later.
struct ReplayMoment
{
    conversation::Timestamp time;
    QString words;                                            ///< "09:46:52"; "message 36" in a recording without times
    std::map<conversation::QuestionId, QString> laterAnswers; ///< "Answered “4×4” by you at 10:01:30"
};

/// The title wherever a session is not shown as a whole: what a script says is labelled as such everywhere.
[[nodiscard]] QString titleOf(const std::string& title, bool isScripted);

/// `session`: the hit's.
[[nodiscard]] view::FoundMessage foundMessage(const session::SearchHit& hit, const session::SessionSummary& session);
/// `now`: the moment that times in the description of programs are relative to.
[[nodiscard]] view::SessionRow sessionRow(const session::SessionSummary& session, const Connections& connections,
                                          conversation::Timestamp now);
[[nodiscard]] view::SessionRows sessionRows(const std::vector<session::SessionSummary>& sessions,
                                            const Connections& connections = {}, conversation::Timestamp now = {});
/// Whether the counts of unread mail are true: in what comes from elsewhere nobody picks it up, and whose mail a
/// program has taken that routes for itself is not known.
[[nodiscard]] bool isMailKnown(const conversation::ConversationState& state);
[[nodiscard]] view::Team team(const conversation::ConversationState& state, const Members& members, bool isReplay,
                              bool isImportedSession);
/// `title`: what the person calls the session, or the log's.
[[nodiscard]] view::ToolbarState toolbar(const conversation::ConversationState& state, const std::string& title,
                                         const std::optional<ReplayMoment>& replay, bool isImportedSession);
/// The team waits for the person's word, whatever the log says: nobody works in it. A run that has ended stays so.
void setHeld(view::ToolbarState& bar);
void setHeld(view::SessionRow& row);
void setHeld(ComposerPreview& view);
/// How the session's program is doing. One that is gone does not run, whatever the log last said about it.
void setConnection(view::ToolbarState& bar, std::optional<view::Connection> connection);
/// "$0.05 and 1.2k tok per minute of work; the budget will be reached in about 40 min". Empty without a rate.
[[nodiscard]] QString burn(const std::optional<conversation::BurnRate>& rate,
                           const conversation::ConversationState& state);
/// `current` has a tab also while nothing is in it.
[[nodiscard]] view::ChannelTabs channels(const conversation::ConversationState& state,
                                         const std::set<conversation::RoleName>& openedInboxes,
                                         const conversation::ChannelKey& current = {});

/// `postpone`: answered with Later. Questions in other sessions become one line each, except in recordings.
[[nodiscard]] NeedsYouState needsYou(const conversation::ConversationState& state, const Members& members,
                                     const std::set<conversation::QuestionId>& postpone,
                                     const std::vector<session::SessionSummary>& sessions,
                                     const conversation::SessionId& current, const std::optional<ReplayMoment>& replay);

/// `event` is the selected row's; `state` the session's at the time shown.
[[nodiscard]] InspectorState inspector(const session::Event& event, const conversation::ConversationState& state,
                                       const Members& members, bool isReplay);

/// What the program's tracing told about the selected row: the trace that the message came from, or else the one during
/// which it was said. `spans` are those recorded around it.
void addTrace(InspectorState& view, const std::vector<conversation::Span>& spans, const session::Event& event);

/// The model's input for the selected row, without its copies; null = no model was called.
void addSeen(InspectorState& view, const team::RebuiltPrompt* seen, const Members& members);

/// `ledger`, `rate`: for the events up to the moment of `state`.
[[nodiscard]] view::Cost cost(const conversation::CostLedger& ledger, const std::optional<conversation::BurnRate>& rate,
                              const conversation::ConversationState& state, const Members& members);

[[nodiscard]] view::ArtifactRows madeFiles(const std::vector<team::Artifact>& artifacts, const Members& members);

/// A row's pictures, in order: a message's or a question's.
[[nodiscard]] std::vector<conversation::MediaSource> imagesOf(const session::Event& event);

[[nodiscard]] TimelineState timeline(const session::Timeline& timeline, const Members& members);

[[nodiscard]] std::vector<ComposerMember> composerMembers(const Members& members);
/// `chatWith`, here and below: whose private chat is written in, as for conversation::composeMessage.
[[nodiscard]] ComposerPreview composerPreview(const conversation::ConversationState& state, const Members& members,
                                              const QString& typed, conversation::Audience audience,
                                              const conversation::RoleName& chatWith = {});
/// How many characters of `typed` name its recipients, including the spaces after them; 0 = none is named.
[[nodiscard]] qsizetype namesLength(const conversation::ConversationState& state, const QString& typed);
[[nodiscard]] std::vector<CompletionRow> completions(const conversation::ConversationState& state,
                                                     const Members& members, const QString& prefix,
                                                     const conversation::RoleName& chatWith = {});

} // namespace quarterdeck::ui::present
