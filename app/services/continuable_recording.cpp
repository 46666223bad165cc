#include "app/services/continuable_recording.h"

#include "model/agents/definition/recorded_team.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/run/session_notes.h"

#include <QCoreApplication>
#include <utility>

namespace quarterdeck::app {

using conversation::SessionId;
using session::Result;

namespace {

using Events = std::vector<conversation::Event>;

conversation::Error withoutBeginning(const std::string& title)
{
    const QString sentence = QCoreApplication::translate("Continuation", "The beginning of “%1” is missing.");
    return {conversation::ErrorCode::Damaged, sentence.arg(QString::fromStdString(title)).toStdString(), {}};
}

Result<ContinuableRecording> recordedSession(const SessionId& id, const Result<Events>& first,
                                             const Result<session::SessionOpening>& opening)
{
    if (!first)
        return tl::unexpected(first.error());
    if (!opening)
        return tl::unexpected(opening.error());
    const auto* started = first->empty() ? nullptr : std::get_if<conversation::SessionStarted>(&first->front().body);
    if (started == nullptr)
        return tl::unexpected(withoutBeginning(opening->state.title()));
    auto team = team::recordedTeamOf(*started, opening->state);
    if (!team)
        return tl::unexpected(team.error());
    return ContinuableRecording{id, *started, std::make_shared<const conversation::ConversationState>(opening->state),
                                std::move(*team)};
}

} // namespace

void readContinuableRecording(session::Library& library, const SessionId& recording,
                              session::Done<ContinuableRecording> done)
{
    library.readEvents(recording, {}, 1, [&library, recording, done = std::move(done)](const Result<Events>& first) {
        library.openSession(recording, [recording, first, done](const Result<session::SessionOpening>& opening) {
            done(recordedSession(recording, first, opening));
        });
    });
}

transfer::ContinuationRequest continuationRequest(const ContinuableRecording& recorded,
                                                  const team::TeamDefinition& team, const QString& title,
                                                  const SessionId& id,
                                                  const std::optional<team::ModelConnection>& server,
                                                  const team::TeamMarks* marks)
{
    const QString continued = QCoreApplication::translate("Continuation", "%1 (continued)").arg(title);
    transfer::ContinuationRequest request;
    request.recording = recorded.id;
    request.session = id;
    request.settings =
        team::continuationOf(recorded.started, *recorded.state, recorded.id, team, continued.toStdString());
    if (server)
        team::recordServer(request.settings, *server);
    if (marks != nullptr)
        marks->mark(request.settings, id);
    request.members = team::membersOf(team);
    request.directChats = team::directChatsOf(recorded.started, team);
    request.note = team::continuationNote(title.toStdString(), recorded.state->areTimesKnown());
    return request;
}

} // namespace quarterdeck::app
