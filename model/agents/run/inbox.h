#pragma once

#include "model/agents/run/team_run.h"

#include <cstdint>
#include <vector>

namespace quarterdeck::team {

/// The messages of a role's inbox at positions from..to-1, as delivered.
QCoro::Task<Result<std::vector<Message>>> readInbox(RunPtr run, RoleName role, std::int64_t from, std::int64_t to);

/// Its rows at the same positions.
QCoro::Task<Result<std::vector<InboxRow>>> readInboxRows(RunPtr run, RoleName role, std::int64_t from, std::int64_t to);

/// How many rows it had right after an event.
QCoro::Task<Result<std::int64_t>> readInboxLength(RunPtr run, RoleName role, conversation::EventSeq at);

/// What a role took and did not finish before this process started.
QCoro::Task<Result<InterruptedTurn>> findInterruptedTurn(RunPtr run, RoleName role);

/// What a role has to do now.
struct PendingMail
{
    conversation::Role role;
    std::vector<Message> news;
    bool isInRound = false; ///< continues with what it began
};
/// Looks at the role's mail without taking it.
QCoro::Task<Result<std::vector<Message>>> unreadNews(RunPtr run, RoleName role);
/// Takes the role's mail. No news = nothing to do; it merely knows more now.
QCoro::Task<Result<PendingMail>> collectMail(RunPtr run, RoleName role);

} // namespace quarterdeck::team
