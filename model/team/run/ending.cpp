#include "run/ending.h"

namespace quarterdeck::team {

using conversation::RoleActivity;

namespace {

/// What was written to a role before the person ended the run.
struct Mail
{
    RoleName role;
    std::int64_t upTo = 0; ///< position in its inbox
};

std::vector<Mail> unreadMail(const ConversationState& state)
{
    std::vector<Mail> mail;
    for (const conversation::RoleState& role : state.roles())
        if (role.unread() > 0)
            mail.push_back({role.role.name, role.delivered});
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
    const std::vector<Mail> mail = unreadMail(*run->state());
    co_await endWork(run, true);
    for (const Mail& one : mail) {
        // A named variable: g++ 12 destroys an aggregate made inside a co_await expression twice.
        conversation::Intent observed = conversation::ObserveMail{one.role, false, one.upTo};
        co_await submitted(run, std::move(observed));
    }
    co_await submitted(run, conversation::Intent(std::move(finished)));
}

} // namespace quarterdeck::team
