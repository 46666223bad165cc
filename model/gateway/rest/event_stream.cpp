#include "model/gateway/rest/event_stream.h"

#include "model/conversation/channel.h"
#include "model/conversation/decide/decide.h"
#include "model/conversation/json/event_json.h"
#include "model/gateway/question_ledger.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using nlohmann::json;
using session::Event;
using session::Nothing;
using session::Result;

namespace {

constexpr std::int32_t eventsPerRead = 64;
constexpr std::int64_t rowsPerRead = 64;
constexpr std::size_t bytesPerPiece = std::size_t{256} << 10;
/// Intermediaries cut connections that stay silent.
constexpr std::chrono::seconds lifeEvery{15};

const conversation::Delivery* deliveryTo(const conversation::RoleName& role,
                                         const conversation::MessagePublished& published)
{
    const auto found = std::ranges::find(published.route.deliveries, role, &conversation::Delivery::role);
    return found == published.route.deliveries.end() ? nullptr : &*found;
}

} // namespace

EventStream::EventStream(session::SessionHub& hub, session::Session& session, session::EventSeq after,
                         conversation::RoleName role, std::shared_ptr<HttpExchange> exchange,
                         const RemoteMembers* members)
    : m_hub(hub)
    , m_session(session)
    , m_sent(after)
    , m_role(std::move(role))
    , m_exchange(std::move(exchange))
    , m_members(members)
{
    connect(&session, &session::Session::committed, this, [this] { pump(); });
    connect(&m_life, &QTimer::timeout, this, &EventStream::showLife);
}
EventStream::~EventStream() = default;

void EventStream::start()
{
    const auto gone = m_replies.wrap<Nothing>([this](Nothing) { emit ended(); });
    m_exchange->whenGone([gone] { gone(Nothing{}); });
    // Tells the client that it is connected, before anything happens.
    m_exchange->begin({200, ": quarterdeck\n\n", "text/event-stream"});
    m_life.start(lifeEvery);
    pump();
    if (m_members != nullptr && !m_isBusy)
        tellThere();
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
                                   m_replies.wrap<Events>([this](const Events& events) {
                                       if (!events) { // the client comes again where it was
                                           m_exchange->end();
                                           emit ended();
                                           return;
                                       }
                                       for (const Event& event : *events)
                                           m_page.push_back({event, event.seq});
                                       send();
                                   }));
}

void EventStream::send()
{
    std::string piece;
    while (!m_page.empty() && piece.size() < bytesPerPiece) {
        if (ownTaking(m_page.front()) != nullptr) {
            if (!piece.empty())
                break;
            return readMail();
        }
        piece += textOf(m_page.front());
        m_sent = m_page.front().id.value_or(m_sent);
        m_page.pop_front();
    }
    if (piece.empty())
        return taken();
    const auto next = m_replies.wrap<Nothing>([this](Nothing) { taken(); });
    m_exchange->write(std::move(piece), [next] { next(Nothing{}); });
}

void EventStream::taken()
{
    acknowledge();
    if (!m_page.empty())
        return send();
    m_isBusy = false;
    if (m_members == nullptr)
        observe();
    else
        tellThere();
    pump();
}

const conversation::MailObserved* EventStream::ownTaking(const Piece& piece) const
{
    const auto* observed = std::get_if<conversation::MailObserved>(&piece.event.body);
    return m_members != nullptr && observed != nullptr && observed->role == m_role ? observed : nullptr;
}

/// Sends what the member took with the event at the front of the page, a portion at a time.
void EventStream::readMail()
{
    const Event& taking = m_page.front().event;
    const std::int64_t upTo = ownTaking(m_page.front())->upTo;
    const std::int64_t from = m_mailPlace.value_or(m_members->takenBefore(m_role, taking.seq));
    if (from >= upTo) {
        takeMail(upTo, {});
        return;
    }
    session::RowsRequest request;
    request.session = m_session.id();
    request.channel = conversation::channel::inboxOf(m_role);
    request.first = {from};
    request.count = static_cast<std::int32_t>(std::min(rowsPerRead, upTo - from));
    using Rows = Result<session::Rows>;
    m_session.library().readRows(request, m_replies.wrap<Rows>([this, from](const Rows& rows) {
        if (rows && !rows->rows.empty())
            return takeMail(from, rows->rows);
        m_exchange->end();
        emit ended();
    }));
}

void EventStream::takeMail(std::int64_t from, const std::vector<session::Row>& rows)
{
    const Piece taking = m_page.front();
    const std::int64_t upTo = ownTaking(taking)->upTo;
    const std::int64_t next = from + static_cast<std::int64_t>(rows.size());
    const bool isAll = next >= upTo;
    m_mailPlace = isAll ? std::nullopt : std::optional(next);
    if (isAll) {
        m_page.pop_front();
        m_sent = rows.empty() ? taking.event.seq : m_sent;
    }
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        m_page.push_front(
            {row->event, isAll && row == rows.rbegin() ? std::optional(taking.event.seq) : std::nullopt, true});
    send();
}

/// The run waits for this member; once its program has everything, the member is at work.
void EventStream::tellThere()
{
    using conversation::RoleActivity;
    const auto& state = *m_session.state();
    const conversation::RoleState* role = state.role(m_role);
    if (role != nullptr && m_sent >= state.lastSeq() && role->hasNews && role->activity == RoleActivity::Thinking
        && !role->hasWork)
        m_session.submit(conversation::SetRoleActivity{m_role, RoleActivity::Thinking, {}, true, false});
}

/// The client now knows how these questions of its member ended.
void EventStream::acknowledge()
{
    for (const conversation::QuestionId& id : std::exchange(m_endsOnTheirWay, {}))
        acknowledgeAnswer(m_session, id);
}

/// Once it has everything: what arrived meanwhile stays unread.
void EventStream::observe()
{
    const auto& state = *m_session.state();
    const conversation::RoleState* role = m_role.isEmpty() ? nullptr : state.role(m_role);
    if (role == nullptr || m_sent < state.lastSeq() || role->unread() == 0)
        return;
    const bool hasNews = std::exchange(m_hasNews, false) || role->hasNews;
    m_session.submit(conversation::ObserveMail{m_role, hasNews, role->delivered});
}

std::string EventStream::textOf(const Piece& piece)
{
    const Event& event = piece.event;
    const bool isMessage = std::holds_alternative<conversation::MessagePublished>(event.body);
    if (m_members != nullptr && isMessage && !piece.isMail)
        return {}; // it comes when the member takes its mail
    if (!m_role.isEmpty() && !concernsRole(event.body))
        return {};
    if (const auto* end = std::get_if<conversation::QuestionEnded>(&event.body); end != nullptr && !m_role.isEmpty())
        m_endsOnTheirWay.push_back(end->id);
    json data = conversation::toJson(event);
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    if (const auto* delivery = published != nullptr ? deliveryTo(m_role, *published) : nullptr) {
        m_hasNews = m_hasNews || delivery->makesActive();
        data["delivered"] = conversation::toJson(conversation::deliveredMessage(*published));
        data["acts"] = delivery->makesActive();
    }
    const std::string id = piece.id ? "id: " + std::to_string(piece.id->value) + "\n" : std::string();
    return id + "event: " + conversation::kindOf(event.body)
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

/// It may have been asked before this stream began.
bool EventStream::isOwnQuestion(const conversation::QuestionId& id) const
{
    const auto& state = *m_session.state();
    if (const conversation::OpenQuestion* open = state.openQuestion(id))
        return open->question.asker == m_role;
    const conversation::EndedQuestion* ended = state.endedQuestion(id);
    return ended != nullptr && ended->asker == m_role;
}

} // namespace quarterdeck::gateway::api
