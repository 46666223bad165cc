#include "api/api_session.h"

#include "api/api_answers.h"
#include "api/event_stream.h"
#include "api/member_rules.h"
#include "conversation/event_json.h"
#include "session/identity.h"

#include <QCryptographicHash>
#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using conversation::Intent;
using conversation::MessageId;
using conversation::RoleName;
using conversation::RoleState;
using nlohmann::json;
using session::Event;
using session::EventSeq;
using session::IntentOutcome;
using session::Nothing;
using session::Result;

namespace {

/// The same for the same key in the same session, and for nobody else's.
std::string idFor(const session::SessionId& session, const char* what, const std::string& key, std::size_t place)
{
    const std::string text = session.str() + '\n' + what + '\n' + std::to_string(place) + '\n' + key;
    const QByteArray hash =
        QCryptographicHash::hash({text.data(), static_cast<qsizetype>(text.size())}, QCryptographicHash::Sha256);
    return hash.toHex().left(32).toStdString();
}

/// A leader's word to "no one".
json nothingRecorded(const MessageId& id)
{
    return {{"id", id.str()},          {"seq", nullptr},       {"recipients", json::array()},
            {"acting", json::array()}, {"undelivered", false}, {"route", json::object()}};
}

json questionTold(const conversation::Question& question, EventSeq seq)
{
    return {{"question", conversation::toJson(question)}, {"seq", seq.value}};
}

HttpAnswer asBefore(HttpAnswer answer)
{
    answer.fields.emplace_back("Idempotency-Replayed", "true");
    return answer;
}

template <typename Body>
const Body* bodyOf(const Result<std::vector<Event>>& events)
{
    return events && !events->empty() ? std::get_if<Body>(&events->front().body) : nullptr;
}

} // namespace

ApiSession::ApiSession(session::SessionHub& hub, session::Session& session, const std::set<RoleName>& remote)
    : m_hub(hub)
    , m_session(session)
    , m_members(remote.empty() ? nullptr : std::make_unique<RemoteMembers>(session, remote))
    , m_index(session, [this](const RoleName& asker) { return m_members == nullptr || m_members->has(asker); })
    , m_questions(session, m_index)
    , m_gate(session)
{ }
ApiSession::~ApiSession() = default;

bool ApiSession::isThere() const { return m_hub.live(m_session.id()) == &m_session; }

HttpAnswer ApiSession::asMade() const
{
    return asBefore(answerOf(201, {{"id", m_session.id().str()}, {"last_seq", m_session.state()->lastSeq().value}}));
}

void ApiSession::tell(const AnswerHttp& answer) const
{
    const auto& state = *m_session.state();
    json roles = json::array();
    for (const RoleState& role : state.roles())
        roles.push_back(roleTold(role));
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

void ApiSession::hire(const std::vector<conversation::Role>& roles, AnswerHttp answer)
{
    if (m_members != nullptr)
        return answer(forbidden(QT_TRANSLATE_NOOP("GatewayRefusals", "Who is in this team is for the person to say.")));
    std::vector<Intent> intents;
    json names = json::array();
    for (const conversation::Role& role : roles) {
        intents.emplace_back(conversation::HireRole{role});
        names.push_back(role.name.str());
    }
    m_session.submitAll(intents, [names, answer = std::move(answer)](const IntentOutcome& outcome) {
        if (outcome.error)
            return answer(refusal(*outcome.error));
        answer(answerOf(201, {{"roles", names}, {"last_seq", outcome.events.back().seq.value}}));
    });
}

void ApiSession::setStatus(const std::vector<Intent>& intents, AnswerHttp answer)
{
    if (const auto why = m_members == nullptr ? std::nullopt : whyNotDo(intents, m_members->roles()))
        return answer(forbidden(*why));
    const auto done = [self = QPointer(this), answer = std::move(answer)](const IntentOutcome& outcome) {
        if (outcome.error)
            return answer(refusal(*outcome.error));
        if (!self.isNull())
            answer(answerOf(200, {{"last_seq", self->m_session.state()->lastSeq().value}}));
    };
    m_session.submitAll(intents, done);
}

void ApiSession::whenOpen(const std::shared_ptr<HttpExchange>& exchange, std::function<void()> speak)
{
    if (m_members == nullptr)
        speak();
    else
        m_gate.pass(exchange, std::move(speak));
}

void ApiSession::say(std::vector<Saying> sayings, const std::string& key, const std::shared_ptr<HttpExchange>& exchange)
{
    if (m_members != nullptr)
        if (const auto why = whyNotSay(sayings, *m_session.state(), m_members->roles()))
            return exchange->answer(forbidden(*why));
    whenOpen(exchange, [this, sayings = std::move(sayings), key, exchange] {
        sayNow(sayings, key, [exchange](HttpAnswer given) { exchange->answer(std::move(given)); });
    });
}

void ApiSession::sayNow(std::vector<Saying> sayings, const std::string& key, AnswerHttp answer)
{
    std::set<MessageId> ids;
    for (std::size_t i = 0; i < sayings.size(); ++i) {
        MessageId& id = sayings[i].message.id;
        if (id.isEmpty())
            id = MessageId(key.empty() ? session::newId() : idFor(m_session.id(), "message", key, i));
        if (!ids.insert(id).second)
            return answer(badBody("Message " + std::to_string(i + 1) + ": an earlier one has the same id."));
    }
    const auto batch = std::make_shared<Batch>(Batch{std::move(sayings), std::move(answer)});
    m_index.whenReady(
        [this, batch](const Result<Nothing>& ready) { ready ? take(batch) : batch->answer(refusal(ready.error())); });
}

void ApiSession::take(const SharedBatch& batch)
{
    const auto isBusy = [this](const Saying& saying) { return m_busy.contains(saying.message.id); };
    if (std::ranges::any_of(batch->sayings, isBusy))
        return m_deferred.push_back(batch);
    std::size_t known = 0;
    std::size_t expected = 0;
    for (const Saying& saying : batch->sayings) {
        expected += std::size_t{!recordsNothing(saying)};
        known += std::size_t{m_index.message(saying.message.id).has_value()};
    }
    if (known == 0)
        return store(batch);
    if (known < expected)
        return batch->answer(conflict("Some of these messages were posted before, and some were not; nothing is "
                                      "stored."));
    batch->told = json::array();
    repeat(batch, 0);
}

void ApiSession::store(const SharedBatch& batch)
{
    std::vector<Intent> intents;
    for (const Saying& saying : batch->sayings) {
        intents.push_back(intentOf(saying));
        m_busy.insert(saying.message.id);
    }
    if (m_members != nullptr)
        std::ranges::move(turnEnds(batch->sayings, *m_session.state()), std::back_inserter(intents));
    m_session.submitAll(intents, [self = QPointer(this), batch](const IntentOutcome& outcome) {
        if (!self.isNull())
            self->stored(batch, outcome);
    });
}

void ApiSession::stored(const SharedBatch& batch, const IntentOutcome& outcome)
{
    json told = json::array();
    for (const Saying& saying : batch->sayings) {
        m_busy.erase(saying.message.id);
        told.push_back(nothingRecorded(saying.message.id));
        for (const Event& event : outcome.events)
            if (const auto* one = std::get_if<conversation::MessagePublished>(&event.body);
                one != nullptr && one->message.id == saying.message.id)
                told.back() = published(event);
    }
    const std::string where = batch->sayings.size() > 1 ? "Message " + std::to_string(outcome.refusedAt + 1) : "";
    if (outcome.error)
        batch->answer(refusal(*outcome.error, where));
    else
        batch->answer(answerOf(200, {{"messages", std::move(told)}}));
    for (const SharedBatch& again : std::exchange(m_deferred, {}))
        take(again);
}

/// As they were answered the first time, one after the other.
void ApiSession::repeat(const SharedBatch& batch, std::size_t next)
{
    if (next == batch->sayings.size())
        return batch->answer(asBefore(answerOf(200, {{"messages", batch->told}})));
    const Saying& saying = batch->sayings[next];
    const auto seq = m_index.message(saying.message.id);
    if (!seq) {
        batch->told.push_back(nothingRecorded(saying.message.id));
        return repeat(batch, next + 1);
    }
    using Events = Result<std::vector<Event>>;
    m_session.library().readEvents(
        m_session.id(), {seq->value - 1}, 1, m_replies.on<Events>([this, batch, next](const Events& events) {
            if (!events)
                return batch->answer(refusal(events.error()));
            const conversation::Message& wanted = batch->sayings[next].message;
            const auto* before = bodyOf<conversation::MessagePublished>(events);
            if (before == nullptr || before->message.id != wanted.id || before->message.content != wanted.content)
                return batch->answer(conflict("Message " + std::to_string(next + 1)
                                              + ": another one was posted with this id, or this Idempotency-Key."));
            batch->told.push_back(published(events->front()));
            repeat(batch, next + 1);
        }));
}

bool ApiSession::recordsNothing(const Saying& saying) const
{
    return saying.message.sendTo == conversation::AddressSet{conversation::address::noOne};
}

Intent ApiSession::intentOf(const Saying& saying) const
{
    const auto& state = *m_session.state();
    conversation::Message message = saying.message;
    const bool isPersons = message.sentFrom.isEmpty();
    if (isPersons) {
        // In the person's name, by a program of theirs: the log says so.
        json metadata = message.metadata.isNull() ? json::object() : message.metadata.json();
        metadata["via"] = "api";
        message.metadata = conversation::JsonValue(std::move(metadata));
    }
    if (state.kind() == conversation::SessionKind::Remote)
        return conversation::RecordMessage{std::move(message), saying.recipients};
    if (isPersons)
        return conversation::Publish{std::move(message), saying.recipient, {}, saying.isPrivate};
    const RoleState* speaker = state.roleWithAddress(message.sentFrom);
    const RoleName name = speaker != nullptr ? speaker->role.name : message.sentFrom.as<RoleName>();
    if (m_members != nullptr)
        completeAsMember(message, saying.isAddressed, name, state);
    if (message.sendTo == conversation::AddressSet{conversation::address::person})
        return conversation::ReplyToPerson{name, message.content, message.usage, message.metadata, message.id};
    if (speaker == nullptr || speaker->role.kind != conversation::RoleKind::TeamLeader)
        return conversation::RolePublish{name, std::move(message)};
    return conversation::Publish{std::move(message), {}, speaker->role.profile, false};
}

void ApiSession::ask(conversation::Question question, const std::string& key,
                     const std::shared_ptr<HttpExchange>& exchange)
{
    if (m_members != nullptr && !m_members->has(question.asker))
        return exchange->answer(
            forbidden(QT_TRANSLATE_NOOP("GatewayRefusals", "In this team a program asks for a member that it plays.")));
    whenOpen(exchange, [this, question = std::move(question), key, exchange] {
        askNow(question, key, [exchange](HttpAnswer given) { exchange->answer(std::move(given)); });
    });
}

void ApiSession::askNow(conversation::Question question, const std::string& key, const AnswerHttp& answer)
{
    if (question.id.isEmpty())
        question.id =
            conversation::QuestionId(key.empty() ? session::newId() : idFor(m_session.id(), "question", key, 0));
    m_index.whenReady([this, question, answer](const Result<Nothing>& ready) {
        if (!ready)
            return answer(refusal(ready.error()));
        const auto known = m_index.question(question.id);
        known ? repeat(question, *known, answer) : submit(question, answer);
    });
}

void ApiSession::submit(const conversation::Question& question, const AnswerHttp& answer)
{
    const auto done = [self = QPointer(this), question, answer](const IntentOutcome& outcome) {
        const bool isTwice = outcome.error && outcome.error->code == conversation::ErrorCode::DuplicateQuestion;
        if (isTwice && !self.isNull())
            if (const auto known = self->m_index.question(question.id)) // while it was on its way
                return self->repeat(question, *known, answer);
        if (outcome.error)
            return answer(refusal(*outcome.error));
        for (const Event& event : outcome.events)
            if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body))
                answer(answerOf(201, questionTold(asked->question, event.seq)));
    };
    m_session.submit(conversation::AskPerson{question}, done);
}

void ApiSession::repeat(const conversation::Question& question, EventSeq seq, const AnswerHttp& answer)
{
    using Events = Result<std::vector<Event>>;
    m_session.library().readEvents(
        m_session.id(), {seq.value - 1}, 1, m_replies.on<Events>([question, answer](const Events& events) {
            if (!events)
                return answer(refusal(events.error()));
            const auto* before = bodyOf<conversation::QuestionAsked>(events);
            const bool isSame = before != nullptr && before->question.id == question.id
                && before->question.asker == question.asker && before->question.text == question.text;
            if (!isSame)
                return answer(conflict(QT_TRANSLATE_NOOP(
                    "GatewayRefusals", "Another question was asked with this id, or this Idempotency-Key.")));
            answer(asBefore(answerOf(201, questionTold(before->question, events->front().seq))));
        }));
}

} // namespace quarterdeck::gateway::api
