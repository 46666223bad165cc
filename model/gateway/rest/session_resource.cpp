#include "model/gateway/rest/session_resource.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/gateway/rest/api_json.h"
#include "model/gateway/rest/event_stream.h"
#include "model/gateway/rest/session_members.h"
#include "model/session/session.h"

#include <QCryptographicHash>
#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using conversation::Decision;
using conversation::Intent;
using conversation::MessageId;
using conversation::RoleName;
using conversation::RoleState;
using nlohmann::json;
using session::Event;
using session::EventSeq;
using session::Nothing;
using session::Result;

namespace {

/// The reply for a leader's word to "no one".
json nothingRecorded(const MessageId& id)
{
    return {{"id", id.str()},          {"seq", nullptr},         {"recipients", json::array()},
            {"acting", json::array()}, {"undelivered", false},   {"held", false},
            {"muted", false},          {"route", json::object()}};
}

json questionTold(const conversation::Question& question, EventSeq seq)
{
    return {{"question", conversation::toJson(question)}, {"seq", seq.value}};
}

HttpResponse asBefore(HttpResponse answer)
{
    answer.fields.emplace_back("Idempotency-Replayed", "true");
    return answer;
}

/// Equal except for times.
bool isSame(conversation::Question one, const conversation::Question& other)
{
    one.deadline = other.deadline;
    one.isDeadlinePaused = other.isDeadlinePaused;
    one.askedAt = other.askedAt;
    return one == other;
}

template <typename Body>
const Body* bodyOf(const Result<std::vector<Event>>& events)
{
    return events && !events->empty() ? std::get_if<Body>(&events->front().body) : nullptr;
}

} // namespace

SessionResource::SessionResource(session::SessionHub& hub, session::Session& session, const std::set<RoleName>& remote)
    : m_hub(hub)
    , m_session(session)
    , m_members(remote.empty() ? nullptr : std::make_unique<RemoteMembers>(session, remote))
    , m_index(session, [this](const RoleName& asker) { return m_members == nullptr || m_members->has(asker); })
    , m_questions(session, m_index)
    , m_gate(session)
    , m_media(session.library(), this)
{
    connect(&hub, &session::SessionHub::sessionsChanged, this, &SessionResource::leaveDeleted);
}
SessionResource::~SessionResource() = default;

bool SessionResource::isThere() const { return m_hub.live(m_session.id()) == &m_session; }

void SessionResource::leaveDeleted()
{
    if (isThere())
        return;
    m_questions.leave();
    m_gate.leave();
    for (const auto& stream : m_streams)
        stream->leave();
    m_streams.clear();
}

HttpResponse SessionResource::creationResponse() const
{
    return asBefore(answerOf(201, {{"id", m_session.id().str()}, {"last_seq", m_session.state()->lastSeq().value}}));
}

void SessionResource::sendSummary(const SendResponse& answer) const
{
    const auto& state = *m_session.state();
    json roles = json::array();
    for (const RoleState& role : state.roles())
        roles.push_back(roleStatusJson(role));
    json questions = json::array();
    for (const conversation::OpenQuestion& open : state.openQuestions())
        if (m_members == nullptr || m_members->has(open.question.asker))
            questions.push_back(open.question.id.str());
    answer(answerOf(200,
                    {{"id", m_session.id().str()},
                     {"title", state.title()},
                     {"is_public", state.isPublic()},
                     {"run_state", wordOf(state.runState())},
                     {"roles", std::move(roles)},
                     {"open_questions", std::move(questions)},
                     {"last_seq", state.lastSeq().value}}));
}

void SessionResource::hire(const std::vector<conversation::Role>& roles, SendResponse answer)
{
    if (m_members != nullptr)
        return answer(forbidden(QT_TRANSLATE_NOOP("GatewayRefusals", "Only the user decides who is in this team.")));
    std::vector<Intent> intents;
    json names = json::array();
    for (const conversation::Role& role : roles) {
        intents.emplace_back(conversation::HireRole{role});
        names.push_back(role.name.str());
    }
    const auto done = [names, answer = std::move(answer)](const Decision& outcome) {
        if (outcome.error)
            return answer(refusal(*outcome.error));
        answer(answerOf(201, {{"roles", names}, {"last_seq", outcome.events.back().seq.value}}));
    };
    inOrder([this, intents = std::move(intents), done] { m_session.submitAll(intents, done); });
}

void SessionResource::setStatus(const std::vector<Intent>& intents, SendResponse answer)
{
    if (const auto why = m_members == nullptr ? std::nullopt : checkMayAct(intents, m_members->roles()))
        return answer(forbidden(*why));
    const auto done = [self = QPointer(this), answer = std::move(answer)](const Decision& outcome) {
        if (outcome.error)
            return answer(refusal(*outcome.error));
        if (!self.isNull())
            answer(answerOf(200, {{"last_seq", self->m_session.state()->lastSeq().value}}));
    };
    inOrder([this, intents, done] { m_session.submitAll(intents, done); });
}

void SessionResource::whenOpen(const std::shared_ptr<HttpExchange>& exchange, const RoleNames& speakers,
                               std::function<void()> speak)
{
    if (m_members == nullptr)
        speak();
    else
        m_gate.pass(exchange, speakers, std::move(speak));
}

void SessionResource::acceptMessages(std::vector<IncomingMessage> sayings, IdempotencyKey wish,
                                     std::shared_ptr<void> hold, const std::shared_ptr<HttpExchange>& exchange)
{
    if (m_members != nullptr)
        if (const auto why = checkMaySpeak(sayings, *m_session.state(), m_members->roles()))
            return exchange->answer(forbidden(*why));
    const auto answer = [exchange](HttpResponse given) { exchange->answer(std::move(given)); };
    const auto batch = std::make_shared<Batch>(Batch{std::move(sayings), answer, std::move(wish)});
    RoleNames speakers;
    for (const IncomingMessage& one : batch->sayings)
        speakers.insert(speakerOf(one, *m_session.state()));
    keepMedia(batch, std::move(hold),
              [this, batch, exchange, speakers] { whenOpen(exchange, speakers, [this, batch] { sayNow(batch); }); });
}

void SessionResource::sayNow(const SharedBatch& batch)
{
    std::set<MessageId> ids;
    for (std::size_t i = 0; i < batch->sayings.size(); ++i) {
        MessageId& id = batch->sayings[i].message.id;
        if (id.isEmpty())
            id = MessageId(batch->wish.key.empty() ? session::newId()
                                                   : idOf(batch->wish, m_session.id().str() + "\nmessage", i));
        if (!ids.insert(id).second)
            return batch->answer(badBody("Message " + std::to_string(i + 1) + ": an earlier one has the same id."));
    }
    m_index.whenReady(
        [this, batch](const Result<Nothing>& ready) { ready ? take(batch) : batch->answer(refusal(ready.error())); });
}

void SessionResource::take(const SharedBatch& batch)
{
    const auto isBusy = [this](const IncomingMessage& saying) {
        return m_busy.contains(keyPartOf(saying.message.id.str()));
    };
    if (std::ranges::any_of(batch->sayings, isBusy))
        return m_deferred.push_back(batch);
    std::size_t known = 0;
    std::size_t expected = 0;
    for (const IncomingMessage& saying : batch->sayings) {
        expected += std::size_t{!recordsNothing(saying)};
        known += std::size_t{m_index.message(saying.message.id).has_value()};
    }
    if (known == 0) {
        const auto why = whyNotKnown(batch->sayings);
        return why ? batch->answer(*why) : store(batch);
    }
    if (known < expected)
        return batch->answer(conflict("Some of these messages were posted before, and some were not; nothing is "
                                      "stored."));
    batch->told = json::array();
    repeat(batch, 0);
}

void SessionResource::store(const SharedBatch& batch)
{
    std::vector<Intent> intents;
    for (const IncomingMessage& saying : batch->sayings) {
        intents.push_back(intentOf(saying));
        m_busy.emplace(keyPartOf(saying.message.id.str()));
    }
    if (m_members != nullptr)
        std::ranges::move(turnEnds(batch->sayings, *m_session.state()), std::back_inserter(intents));
    m_session.submitAll(intents, [self = QPointer(this), batch](const Decision& outcome) {
        if (!self.isNull())
            self->stored(batch, outcome);
    });
}

namespace {

/// Accepted, where something waits for the person.
std::uint32_t statusOf(const json& told)
{
    return std::ranges::any_of(told, [](const json& one) { return one.value("held", false); }) ? 202 : 200;
}

} // namespace

void SessionResource::stored(const SharedBatch& batch, const Decision& outcome)
{
    json told = json::array();
    for (const IncomingMessage& saying : batch->sayings) {
        m_busy.erase(std::string(keyPartOf(saying.message.id.str())));
        told.push_back(nothingRecorded(saying.message.id));
        for (const Event& event : outcome.events)
            if (const auto* one = std::get_if<conversation::MessagePublished>(&event.body);
                one != nullptr && one->message.id == saying.message.id)
                told.back() = published(event);
    }
    const std::string where = batch->sayings.size() > 1 ? "Message " + std::to_string(outcome.refusedAt + 1) : "";
    const std::uint32_t status = statusOf(told);
    if (outcome.error)
        batch->answer(refusal(*outcome.error, where));
    else
        batch->answer(answerOf(status, {{"messages", std::move(told)}}));
    for (const SharedBatch& again : std::exchange(m_deferred, {}))
        take(again);
}

/// Replies as the first time, one message after the other.
void SessionResource::repeat(const SharedBatch& batch, std::size_t next)
{
    if (next == batch->sayings.size())
        return batch->answer(asBefore(answerOf(statusOf(batch->told), {{"messages", batch->told}})));
    const IncomingMessage& saying = batch->sayings[next];
    const auto seq = m_index.message(saying.message.id);
    if (!seq) {
        batch->told.push_back(nothingRecorded(saying.message.id));
        return repeat(batch, next + 1);
    }
    using Events = Result<std::vector<Event>>;
    m_session.library().readEvents(
        m_session.id(), {seq->value - 1}, 1, m_replies.wrap<Events>([this, batch, next](const Events& events) {
            if (!events)
                return batch->answer(refusal(events.error()));
            const conversation::Message& wanted = batch->sayings[next].message;
            const auto* before = bodyOf<conversation::MessagePublished>(events);
            if (before == nullptr || before->message.id != wanted.id || before->message.content != wanted.content
                || !isBySame(before->message, wanted))
                return batch->answer(conflict("Message " + std::to_string(next + 1)
                                              + ": another one was posted with this id, or this Idempotency-Key."));
            batch->told.push_back(published(events->front()));
            repeat(batch, next + 1);
        }));
}

/// A member may be named by any of its addresses.
bool SessionResource::isBySame(const conversation::Message& before, const conversation::Message& wanted) const
{
    const auto& state = *m_session.state();
    return before.sentFrom == wanted.sentFrom
        || (!wanted.sentFrom.isEmpty()
            && state.roleWithAddress(before.sentFrom) == state.roleWithAddress(wanted.sentFrom));
}

bool SessionResource::recordsNothing(const IncomingMessage& saying) const
{
    return !saying.routed && saying.message.sendTo == conversation::AddressSet{conversation::address::noOne};
}

Intent SessionResource::intentOf(const IncomingMessage& saying) const
{
    const auto& state = *m_session.state();
    conversation::Message message = saying.message;
    const bool isPersons = message.sentFrom.isEmpty();
    if (isPersons) // spoken in the person's name by one of their programs, which the log records
        conversation::setToldByProgram(message, "api");
    if (saying.routed)
        conversation::noteOutsideRoute(message, *saying.routed);
    if (state.kind() == conversation::SessionKind::Remote || saying.routed)
        return conversation::RecordMessage{std::move(message), saying.recipients};
    if (isPersons)
        return conversation::Publish{std::move(message), saying.recipient, {}, saying.isPrivate};
    const RoleState* speaker = state.roleWithAddress(message.sentFrom);
    const RoleName name = speaker != nullptr ? speaker->role.name : message.sentFrom.as<RoleName>();
    if (m_members != nullptr)
        completeAsMember(message, saying.isAddressed, name, state);
    if (message.sendTo == conversation::AddressSet{conversation::address::person})
        return conversation::ReplyToUser{name, message.content, message.usage, message.metadata, message.id};
    if (speaker == nullptr || speaker->role.kind != conversation::RoleKind::TeamLeader)
        return conversation::RolePublish{name, std::move(message)};
    return conversation::Publish{std::move(message), {}, speaker->role.profile, false};
}

void SessionResource::ask(NewQuestion asked, const IdempotencyKey& wish, std::shared_ptr<void> hold,
                          const std::shared_ptr<HttpExchange>& exchange)
{
    conversation::Question& question = asked.question;
    if (m_members != nullptr && !m_members->has(question.asker))
        return exchange->answer(forbidden(QT_TRANSLATE_NOOP(
            "GatewayRefusals", "In this team, a program can ask only on behalf of a member that it plays.")));
    if (question.asker.str() == conversation::programName && m_session.state()->role(question.asker) == nullptr)
        return exchange->answer(
            forbidden(QT_TRANSLATE_NOOP("GatewayRefusals", "Only Quarterdeck can ask in its own name.")));
    if (question.id.isEmpty())
        question.id = conversation::QuestionId(wish.key.empty() ? session::newId()
                                                                : idOf(wish, m_session.id().str() + "\nquestion", 0));
    const auto answer = [exchange](HttpResponse given) { exchange->answer(std::move(given)); };
    const auto asking = std::make_shared<Asking>(Asking{std::move(question), answer});
    const auto askNow = [this, asking] {
        m_index.whenReady([this, asking](const Result<Nothing>& ready) {
            ready ? take(*asking) : asking->answer(refusal(ready.error()));
        });
    };
    keepMedia(asking, {std::move(asked.media), {}, std::move(hold)},
              [this, exchange, askNow, asker = asking->question.asker] { whenOpen(exchange, {asker}, askNow); });
}

void SessionResource::take(const Asking& asking)
{
    const std::string key(keyPartOf(asking.question.id.str()));
    if (m_asking.contains(key))
        return m_deferredAskings.push_back(asking);
    if (const auto known = m_index.question(asking.question.id))
        return repeat(asking, *known);
    for (std::size_t i = 0; i < asking.question.images.size(); ++i)
        if (const auto why = whyNotKnown(asking.question.images[i].source, "images[" + std::to_string(i) + "]"))
            return asking.answer(*why);
    m_asking.insert(key);
    m_session.submit(conversation::AskUser{asking.question}, [self = QPointer(this), asking](const Decision& outcome) {
        if (!self.isNull())
            self->asked(asking, outcome);
    });
}

void SessionResource::asked(const Asking& asking, const Decision& outcome)
{
    m_asking.erase(std::string(keyPartOf(asking.question.id.str())));
    if (outcome.error)
        asking.answer(refusal(*outcome.error));
    for (const Event& event : outcome.events)
        if (const auto* told = std::get_if<conversation::QuestionAsked>(&event.body))
            asking.answer(answerOf(201, questionTold(told->question, event.seq)));
    for (const Asking& again : std::exchange(m_deferredAskings, {}))
        take(again);
}

/// Replies as the first time.
void SessionResource::repeat(const Asking& asking, EventSeq seq)
{
    using Events = Result<std::vector<Event>>;
    m_session.library().readEvents(
        m_session.id(), {seq.value - 1}, 1, m_replies.wrap<Events>([asking](const Events& events) {
            if (!events)
                return asking.answer(refusal(events.error()));
            const auto* before = bodyOf<conversation::QuestionAsked>(events);
            if (before == nullptr || !isSame(before->question, asking.question))
                return asking.answer(conflict(QT_TRANSLATE_NOOP(
                    "GatewayRefusals", "A different question was already asked with this id or Idempotency-Key.")));
            asking.answer(asBefore(answerOf(201, questionTold(before->question, events->front().seq))));
        }));
}

} // namespace quarterdeck::gateway::api
