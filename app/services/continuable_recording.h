#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/model_connection.h"
#include "model/conversation/event.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "model/transfer/continuation_job.h"

#include <QString>
#include <memory>
#include <optional>

namespace quarterdeck::team {
class TeamMarks;
}

namespace quarterdeck::app {

/// A recording whose team can go on.
struct ContinuableRecording
{
    conversation::SessionId id;
    conversation::SessionStarted started; ///< its first event
    std::shared_ptr<const conversation::ConversationState> state;
    team::TeamDefinition team;
};

/// `done` is called on the library's reader thread. Errors: the library's; those of team::recordedTeamOf.
void readContinuableRecording(session::Library& library, const conversation::SessionId& recording,
                              session::Done<ContinuableRecording> done);

/// The session in which `team`, as the person wants it to run, goes on from the recording. `title`: the recording's.
/// `server`: as team::Teams::start has it. `marks`: of this installation; null = it is left unmarked.
[[nodiscard]] transfer::ContinuationRequest continuationRequest(const ContinuableRecording& recorded,
                                                                const team::TeamDefinition& team, const QString& title,
                                                                const conversation::SessionId& id,
                                                                const std::optional<team::ModelConnection>& server = {},
                                                                const team::TeamMarks* marks = nullptr);

} // namespace quarterdeck::app
