#include "model/agents/run/inbox.h"

#include "model/conversation/channel.h"
#include "model/conversation/decide/decide.h"
#include "model/conversation/role.h"

#include <algorithm>

namespace quarterdeck::team {

namespace {

constexpr std::int64_t rowsPerRead = 200;
constexpr std::int64_t eventsPerRead = 500;

auto failed(const Error& error) { return tl::make_unexpected(error); }

QCoro::Task<Result<std::vector<conversation::Event>>> readEvents(RunPtr run, conversation::EventSeq after, int limit)
{
    std::function<void(session::Done<std::vector<conversation::Event>>)> read = [run, after, limit](auto done) {
        run->session()->library().readEvents(run->id(), after, limit, std::move(done));
    };
    co_return co_await answered<std::vector<conversation::Event>>(run, std::move(read));
}

/// Walks back through a role's events.
class InterruptedTurnFinder
{
public:
    explicit InterruptedTurnFinder(RoleName role) : m_role(std::move(role)) { }

    /// Whether it found where the news begins.
    bool look(const conversation::Event& event)
    {
        m_rounds += std::holds_alternative<conversation::RoundStarted>(event.body) ? 1 : 0;
        if (const auto* changed = std::get_if<conversation::RoleActivityChanged>(&event.body);
            changed != nullptr && changed->role == m_role) {
            m_isBeforeFinish = m_isBeforeFinish || changed->finishedNews;
            m_hasBegun = m_hasBegun || changed->activity == conversation::RoleActivity::Thinking;
        }
        const auto* observed = std::get_if<conversation::MailObserved>(&event.body);
        if (observed == nullptr || observed->role != m_role)
            return false;
        // What it had before it finished, and what was no news, lies before what is unfinished.
        if (m_isBeforeFinish || !observed->hasNews) {
            m_found.from = observed->upTo;
            return true;
        }
        // The round that began after it took the news is its own, also where it looked at more mail since; a later one
        // is not.
        m_found.isInRound = m_found.isInRound || m_rounds == 1 || (m_rounds == 0 && m_hasBegun);
        return false;
    }
    [[nodiscard]] const InterruptedTurn& found() const { return m_found; }

private:
    RoleName m_role;
    InterruptedTurn m_found;
    int m_rounds = 0;        ///< that began later than where this looks
    bool m_hasBegun = false; ///< so did its own turn
    bool m_isBeforeFinish = false;
};

std::vector<Message> newsIn(const TeamRun& run, const conversation::Role& role, const std::vector<Message>& mail)
{
    return conversation::observe(role, mail, {}, run.state()->routing()).news;
}

} // namespace

QCoro::Task<Result<std::vector<InboxRow>>> readInboxRows(RunPtr run, RoleName role, std::int64_t from, std::int64_t to)
{
    std::vector<InboxRow> found;
    while (from < to) {
        session::RowsRequest request;
        request.session = run->id();
        request.channel = conversation::channel::inboxOf(role);
        request.first = {from};
        request.count = static_cast<std::int32_t>(std::min(rowsPerRead, to - from));
        std::function<void(session::Done<session::Rows>)> read = [run, request](auto done) {
            run->session()->library().readRows(request, std::move(done));
        };
        const Result<session::Rows> rows = co_await answered<session::Rows>(run, std::move(read));
        if (!rows)
            co_return failed(rows.error());
        if (rows->rows.empty())
            break;
        for (const session::Row& row : rows->rows)
            if (const auto* published = std::get_if<conversation::MessagePublished>(&row.event.body))
                found.push_back({row.event.seq, *published});
        from += static_cast<std::int64_t>(rows->rows.size());
    }
    co_return found;
}

QCoro::Task<Result<std::int64_t>> readInboxLength(RunPtr run, RoleName role, conversation::EventSeq at)
{
    session::RowsRequest request;
    request.session = run->id();
    request.channel = conversation::channel::inboxOf(role);
    request.count = 1;
    request.asOf = at;
    std::function<void(session::Done<session::Rows>)> read = [run, request](auto done) {
        run->session()->library().readRows(request, std::move(done));
    };
    const Result<session::Rows> rows = co_await answered<session::Rows>(run, std::move(read));
    if (!rows)
        co_return failed(rows.error());
    co_return rows->total;
}

QCoro::Task<Result<std::vector<Message>>> readInbox(RunPtr run, RoleName role, std::int64_t from, std::int64_t to)
{
    const Result<std::vector<InboxRow>> rows = co_await readInboxRows(run, role, from, to);
    if (!rows)
        co_return failed(rows.error());
    std::vector<Message> mail;
    mail.reserve(rows->size());
    for (const InboxRow& row : *rows)
        mail.push_back(conversation::deliveredMessage(row.published));
    co_return mail;
}

QCoro::Task<Result<InterruptedTurn>> findInterruptedTurn(RunPtr run, RoleName role)
{
    InterruptedTurnFinder finder(role);
    std::int64_t end = run->state()->lastSeq().value;
    while (end > 0) {
        const std::int64_t after = std::max<std::int64_t>(0, end - eventsPerRead);
        const auto events = co_await readEvents(run, {after}, static_cast<int>(end - after));
        if (!events)
            co_return failed(events.error());
        for (auto event = events->rbegin(); event != events->rend(); ++event)
            if (finder.look(*event))
                co_return finder.found();
        end = after;
    }
    co_return finder.found();
}

QCoro::Task<Result<std::vector<Message>>> unreadNews(RunPtr run, RoleName role)
{
    const conversation::RoleState* member = run->state()->role(role);
    const conversation::Role definition = member->role;
    const auto mail = co_await readInbox(run, role, member->observed, member->delivered);
    if (!mail)
        co_return failed(mail.error());
    co_return newsIn(*run, definition, *mail);
}

QCoro::Task<Result<PendingMail>> collectMail(RunPtr run, RoleName role)
{
    const conversation::RoleState member = *run->state()->role(role);
    InterruptedTurn unfinished{member.observed, false};
    if (member.hasNews && run->unfinished.contains(role)) {
        unfinished = run->unfinished[role];
    } else if (member.hasNews) {
        const auto found = co_await findInterruptedTurn(run, role);
        if (!found)
            co_return failed(found.error());
        unfinished = *found;
    }
    const auto mail = co_await readInbox(run, role, unfinished.from, member.delivered);
    if (!mail)
        co_return failed(mail.error());
    PendingMail taken{member.role, newsIn(*run, member.role, *mail), unfinished.isInRound};
    conversation::ObserveMail intent{role, !taken.news.empty(), member.delivered};
    const conversation::Decision outcome = co_await submitted(run, conversation::Intent(std::move(intent)));
    if (outcome.error)
        co_return failed(*outcome.error);
    if (taken.news.empty())
        run->unfinished.erase(role);
    else
        run->unfinished[role] = unfinished;
    co_return taken;
}

} // namespace quarterdeck::team
