#include "api/event_stream.h"

#include "conversation/decide.h"
#include "conversation/event_json.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::api {

using nlohmann::json;
using session::Event;
using session::Nothing;
using session::Result;

namespace {

constexpr std::int32_t eventsPerRead = 64;
constexpr std::size_t bytesPerPiece = std::size_t{256} << 10;
/// A connection that says nothing is cut by what stands between.
constexpr std::chrono::seconds lifeEvery{15};

const conversation::Delivery* deliveryTo(const conversation::RoleName& role,
                                         const conversation::MessagePublished& published)
{
    const auto found = std::ranges::find(published.route.deliveries, role, &conversation::Delivery::role);
    return found == published.route.deliveries.end() ? nullptr : &*found;
}

} // namespace

EventStream::EventStream(session::SessionHub& hub, session::Session& session, session::EventSeq after,
                         conversation::RoleName role, std::shared_ptr<HttpExchange> exchange)
    : m_hub(hub)
    , m_session(session)
    , m_sent(after)
    , m_role(std::move(role))
    , m_exchange(std::move(exchange))
{
    connect(&session, &session::Session::committed, this, [this] { pump(); });
    connect(&m_life, &QTimer::timeout, this, &EventStream::showLife);
}
EventStream::~EventStream() = default;

void EventStream::start()
{
    const auto gone = m_replies.on<Nothing>([this](Nothing) { emit ended(); });
    m_exchange->whenGone([gone] { gone(Nothing{}); });
    // So that the client knows that it is connected, before anything happens.
    m_exchange->begin({200, ": quarterdeck\n\n", "text/event-stream"});
    m_life.start(lifeEvery);
    pump();
}

void EventStream::showLife()
{
    if (m_hub.live(m_session.id()) != &m_session) {
        m_exchange->end();
        emit ended();
    } else if (!m_isBusy) {
        m_exchange->write(":\n\n", {});
    }
}

void EventStream::pump()
{
    if (m_isBusy || m_sent >= m_session.state()->lastSeq())
        return;
    m_isBusy = true;
    using Events = Result<std::vector<Event>>;
    m_session.library().readEvents(m_session.id(), m_sent, eventsPerRead,
                                   m_replies.on<Events>([this](const Events& events) {
                                       if (!events) { // the client comes again where it was
                                           m_exchange->end();
                                           emit ended();
                                           return;
                                       }
                                       m_page.assign(events->begin(), events->end());
                                       send();
                                   }));
}

void EventStream::send()
{
    std::string piece;
    while (!m_page.empty() && piece.size() < bytesPerPiece) {
        piece += textOf(m_page.front());
        m_sent = m_page.front().seq;
        m_page.pop_front();
    }
    if (piece.empty())
        return taken();
    const auto next = m_replies.on<Nothing>([this](Nothing) { taken(); });
    m_exchange->write(std::move(piece), [next] { next(Nothing{}); });
}

void EventStream::taken()
{
    if (!m_page.empty())
        return send();
    m_isBusy = false;
    observe();
    pump();
}

/// Once it has all there is: what came in meanwhile stays unread.
void EventStream::observe()
{
    const auto& state = *m_session.state();
    const conversation::RoleState* role = m_role.isEmpty() ? nullptr : state.role(m_role);
    if (role == nullptr || m_sent < state.lastSeq() || role->unread() == 0)
        return;
    const bool hasNews = std::exchange(m_hasNews, false) || role->hasNews;
    m_session.submit(conversation::ObserveMail{m_role, hasNews, role->delivered});
}

std::string EventStream::textOf(const Event& event)
{
    if (!m_role.isEmpty() && !concernsRole(event.body))
        return {};
    json data = conversation::toJson(event);
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    if (const auto* delivery = published != nullptr ? deliveryTo(m_role, *published) : nullptr) {
        m_hasNews = m_hasNews || delivery->makesActive();
        data["delivered"] = conversation::toJson(conversation::deliveredMessage(*published));
        data["acts"] = delivery->makesActive();
    }
    return "id: " + std::to_string(event.seq.value) + "\nevent: " + conversation::kindOf(event.body)
        + "\ndata: " + data.dump(-1, ' ', false, json::error_handler_t::replace) + "\n\n";
}

bool EventStream::concernsRole(const conversation::EventBody& body)
{
    using namespace conversation;
    if (const auto* published = std::get_if<MessagePublished>(&body))
        return deliveryTo(m_role, *published) != nullptr;
    if (const auto* asked = std::get_if<QuestionAsked>(&body)) {
        const bool isOwn = asked->question.asker == m_role;
        if (isOwn)
            m_ownQuestions.insert(asked->question.id);
        return isOwn;
    }
    if (const auto* ended = std::get_if<QuestionEnded>(&body))
        return m_ownQuestions.erase(ended->id) > 0 || isOwnQuestion(ended->id);
    if (const auto* opened = std::get_if<DirectChatOpened>(&body))
        return opened->role == m_role;
    if (const auto* over = std::get_if<DirectChatEnded>(&body))
        return over->role == m_role;
    if (const auto* changed = std::get_if<RoleActivityChanged>(&body))
        return changed->role == m_role;
    return std::holds_alternative<RunStateChanged>(body) || std::holds_alternative<RoundStarted>(body)
        || std::holds_alternative<BudgetSet>(body) || std::holds_alternative<RoleHired>(body)
        || std::holds_alternative<PublicChatSet>(body);
}

/// It was asked before this stream began.
bool EventStream::isOwnQuestion(const conversation::QuestionId& id) const
{
    const auto& state = *m_session.state();
    if (const conversation::OpenQuestion* open = state.openQuestion(id))
        return open->question.asker == m_role;
    const conversation::EndedQuestion* ended = state.endedQuestion(id);
    return ended != nullptr && ended->asker == m_role;
}

} // namespace quarterdeck::gateway::api
