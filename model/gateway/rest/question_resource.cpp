#include "model/gateway/rest/question_resource.h"

#include "model/gateway/rest/api_json.h"

#include <QTimer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace quarterdeck::gateway::api {

using conversation::QuestionId;
using session::Event;
using session::EventSeq;
using session::Nothing;
using session::Result;

namespace {

constexpr std::int32_t questionEventsPerRead = 500;

HttpResponse stillOpen(const QuestionId& id) { return answerOf(200, {{"id", id.str()}, {"status", "open"}}); }

HttpResponse unknown()
{
    return notFound(QT_TRANSLATE_NOOP("GatewayRefusals", "There is no such question in this session."));
}

const conversation::QuestionEnded* endOf(const QuestionId& id, const Event& event)
{
    const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body);
    return ended != nullptr && ended->id == id ? ended : nullptr;
}

} // namespace

QuestionResource::QuestionResource(session::Session& session, LogIndex& index) : m_session(session), m_index(index)
{
    connect(&session, &session::Session::committed, this, [this](const std::vector<Event>& events) {
        std::ranges::for_each(events, [this](const Event& event) { m_questions.follow(event); });
    });
}
QuestionResource::~QuestionResource() = default;

void QuestionResource::sendStatus(const QuestionId& id, std::chrono::seconds wait,
                                  const std::shared_ptr<HttpExchange>& exchange)
{
    const auto& state = *m_session.state();
    if (state.openQuestion(id) != nullptr)
        return wait.count() > 0 ? hold(id, wait, exchange) : exchange->answer(stillOpen(id));
    if (const conversation::EndedQuestion* ended = state.endedQuestion(id))
        return findEnd(id, ended->askedSeq, exchange);
    m_index.whenReady([this, id, exchange](const Result<Nothing>& ready) {
        const auto asked = ready ? m_index.question(id) : std::nullopt;
        if (!ready)
            exchange->answer(refusal(ready.error()));
        else if (asked)
            findEnd(id, *asked, exchange);
        else
            exchange->answer(unknown());
    });
}

void QuestionResource::hold(const QuestionId& id, std::chrono::seconds wait,
                            const std::shared_ptr<HttpExchange>& exchange)
{
    const auto ended = [this, exchange](const conversation::QuestionEnded* end) {
        end != nullptr ? tellEnd(*end, *exchange) : exchange->answer(unknown());
    };
    const std::uint64_t number = m_questions.whenEnded(id, ended);
    const auto forget = m_replies.wrap<Nothing>([this, number](Nothing) { m_questions.stopWaiting(number); });
    exchange->whenGone([forget] { forget(Nothing{}); });
    // A client that has left is kept for nobody.
    QTimer::singleShot(std::min(wait, longestWait), this, [this, number, id, held = std::weak_ptr(exchange)] {
        const auto waiting = held.lock();
        if (m_questions.stopWaiting(number))
            waiting->answer(stillOpen(id));
    });
}

void QuestionResource::leave() { m_questions.leave(); }

void QuestionResource::findEnd(const QuestionId& id, EventSeq after, const std::shared_ptr<HttpExchange>& exchange)
{
    using Events = Result<std::vector<Event>>;
    m_session.library().readEvents(m_session.id(), after, questionEventsPerRead,
                                   m_replies.wrap<Events>([this, id, exchange](const Events& events) {
                                       if (!events)
                                           return exchange->answer(refusal(events.error()));
                                       const auto found = std::ranges::find_if(
                                           *events, [&](const Event& event) { return endOf(id, event) != nullptr; });
                                       if (found != events->end())
                                           return tellEnd(*endOf(id, *found), *exchange);
                                       if (events->size() < questionEventsPerRead)
                                           return exchange->answer(unknown());
                                       findEnd(id, events->back().seq, exchange);
                                   }));
}

void QuestionResource::tellEnd(const conversation::QuestionEnded& end, HttpExchange& exchange)
{
    const auto taken = m_replies.wrap<Nothing>([this, id = end.id](Nothing) { acknowledgeAnswer(m_session, id); });
    exchange.answer(answerOf(200, ended(end)), [taken] { taken(Nothing{}); });
}

void QuestionResource::withdraw(const QuestionId& id, const std::shared_ptr<HttpExchange>& exchange)
{
    m_session.submit(conversation::WithdrawQuestion{id}, [exchange](const conversation::Decision& outcome) {
        if (outcome.error)
            return exchange->answer(refusal(*outcome.error));
        for (const Event& event : outcome.events)
            if (const auto* end = std::get_if<conversation::QuestionEnded>(&event.body))
                exchange->answer(answerOf(200, ended(*end)));
    });
}

} // namespace quarterdeck::gateway::api
