#include "model/agents/run/ending.h"

namespace quarterdeck::team {

using conversation::RoleActivity;

namespace {

/// What was written to roles before the person ended the run, up to these positions in their inboxes.
std::map<RoleName, std::int64_t> unreadMail(const ConversationState& state)
{
    std::map<RoleName, std::int64_t> mail;
    for (const conversation::RoleState& role : state.roles())
        if (role.unread() > 0)
            mail.emplace(role.role.name, role.delivered);
    return mail;
}

} // namespace

QCoro::Task<void> endWork(RunPtr run, bool isNewsDone)
{
    run->stopping->cancel();
    while (!run->acting.empty() && !run->isClosed()) {
        const std::uint64_t seen = run->version();
        if (!run->acting.empty()) {
            co_await changeSince(run, seen);
        }
    }
    const TeamRun::State state = run->state();
    for (const conversation::OpenQuestion& open : state->openQuestions()) {
        // A named variable: g++ 12 destroys an aggregate made inside a co_await expression twice.
        conversation::Intent withdrawn = conversation::WithdrawQuestion{open.question.id};
        co_await submitted(run, std::move(withdrawn));
    }
    for (const conversation::RoleState& role : state->roles()) {
        const bool endsNews = isNewsDone && role.hasNews;
        const bool isAtRest = role.activity == RoleActivity::Idle || role.activity == RoleActivity::Failed;
        if (isAtRest && !endsNews)
            continue;
        conversation::SetRoleActivity idle;
        idle.role = role.role.name;
        idle.finishedNews = endsNews;
        if (endsNews)
            run->unfinished.erase(role.role.name);
        co_await submitted(run, conversation::Intent(std::move(idle)));
    }
    run->stopping = std::make_shared<CancelToken>();
}

QCoro::Task<void> finishWithoutMore(RunPtr run, conversation::SetRunState finished)
{
    const std::map<RoleName, std::int64_t> mail = unreadMail(*run->state());
    co_await endWork(run, true);
    for (const auto& [role, upTo] : mail) {
        // A named variable: g++ 12 destroys an aggregate made inside a co_await expression twice.
        conversation::Intent observed = conversation::ObserveMail{role, false, upTo};
        co_await submitted(run, std::move(observed));
    }
    co_await submitted(run, conversation::Intent(std::move(finished)));
}

} // namespace quarterdeck::team
