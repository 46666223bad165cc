#include "ui/controllers/pending_answers.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr std::int64_t longestLook = 100; ///< between two looks at the clock, which may be set meanwhile
} // namespace

PendingAnswers::PendingAnswers(Clock clock, QObject* parent) : QObject(parent), m_clock(std::move(clock))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &PendingAnswers::look);
}

void PendingAnswers::add(PendingAnswer answer)
{
    m_all.push_back(std::move(answer));
    look();
}

std::size_t PendingAnswers::placeOf(const conversation::SessionId& session, const conversation::QuestionId& id) const
{
    const auto found = std::ranges::find_if(
        m_all, [&](const PendingAnswer& one) { return one.id == id && one.asked->id() == session; });
    return static_cast<std::size_t>(found - m_all.begin());
}

std::optional<PendingAnswer> PendingAnswers::take(const conversation::SessionId& session,
                                                  const conversation::QuestionId& id)
{
    const std::size_t place = placeOf(session, id);
    if (place == m_all.size())
        return std::nullopt;
    PendingAnswer taken = std::move(m_all[place]);
    m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(place));
    return taken;
}

const PendingAnswer* PendingAnswers::find(const conversation::SessionId& session,
                                          const conversation::QuestionId& id) const
{
    const std::size_t place = placeOf(session, id);
    return place == m_all.size() ? nullptr : &m_all[place];
}

void PendingAnswers::hasten(const conversation::SessionId& session, const conversation::QuestionId& id,
                            conversation::Timestamp due)
{
    if (const std::size_t place = placeOf(session, id); place < m_all.size())
        m_all[place].due = std::min(m_all[place].due, due);
}

void PendingAnswers::look()
{
    const conversation::Timestamp now = m_clock();
    std::vector<std::pair<conversation::SessionId, conversation::QuestionId>> dueNow;
    std::optional<std::int64_t> next;
    for (const PendingAnswer& one : m_all) {
        const std::int64_t left = one.due.msSinceEpoch - now.msSinceEpoch;
        // The computer's clock may have been set back meanwhile.
        const bool isOver = left <= 0 || now < one.chosenAt;
        if (isOver)
            dueNow.emplace_back(one.asked->id(), one.id);
        else
            next = std::min(next.value_or(left), left);
    }
    if (next)
        m_timer.start(static_cast<int>(std::min(*next, longestLook)));
    for (const auto& [session, id] : dueNow)
        emit due(session, id);
}

} // namespace quarterdeck::ui
