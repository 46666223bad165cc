#include "model/gateway/mcp/mcp_session_handle.h"

#include "model/conversation/attachments.h"
#include "model/conversation/text.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/mcp/protocol.h"
#include "model/gateway/mcp/tools.h"
#include "model/gateway/remote_session.h"
#include "model/gateway/sent_bodies.h"
#include "model/session/session.h"

#include <QPointer>
#include <QString>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace quarterdeck::gateway::mcp {

using conversation::MessageId;
using conversation::QuestionId;
using conversation::RoleName;
using conversation::RunState;
using session::Nothing;
using session::Result;

namespace {

/// Followed by the client's id, this source finds the session of a client again.
constexpr std::string_view sourcePrefix = "mcp:";

/// Of a notice that the person need not open: the rest is in the session.
constexpr std::size_t longestNotice = 1000;

/// Short enough for a model to repeat, and it tells in which session it was asked (see McpServer). The same key yields
/// the same id.
QuestionId newQuestionId(const session::SessionId& session, const std::string& key)
{
    constexpr std::size_t ofSession = 12;
    constexpr std::size_t ofQuestion = 10;
    const std::string question = key.empty() ? session::newId() : conversation::attachmentHash(key).str();
    return QuestionId(session.str().substr(0, ofSession) + "-" + question.substr(0, ofQuestion));
}

/// An older answer is no longer what the person would tell a program that starts anew.
constexpr std::int64_t freshMs = 3'600'000;

/// Who made this session, according to its first event.
ClientInfo clientOf(const conversation::SessionStarted& session)
{
    const nlohmann::json& details = session.details.json();
    const auto client = details.is_object() ? details.find("client") : details.end();
    return clientIn({{"clientInfo", client != details.end() ? *client : nlohmann::json()}});
}

std::int64_t processOf(const conversation::SessionStarted& session)
{
    const nlohmann::json& details = session.details.json();
    const auto process = details.is_object() ? details.find("process") : details.end();
    return process != details.end() && process->is_number_integer() ? process->get<std::int64_t>() : 0;
}

/// The first line of what is asked.
std::string titleOf(const std::string& question)
{
    constexpr std::size_t longest = 120;
    const QString line = QString::fromStdString(question).trimmed().section(u'\n', 0, 0).simplified();
    return conversation::utf8::shortened(line.toStdString(), longest);
}

/// Whether an agent's message means the person by that name.
bool isPerson(const std::string& name)
{
    static constexpr std::array<std::string_view, 4> names = {"human", "person", "user", "<human>"};
    return std::ranges::find(names, lowerCase(name)) != names.end();
}

conversation::RecordMessage recordOf(const PostMessage& call)
{
    conversation::RecordMessage record;
    conversation::Message& message = record.message;
    message.role = "assistant";
    message.sentFrom = conversation::Address(call.from);
    message.timestamp = session::decideContextNow().now;
    message.content = conversation::textBlocks(call.text);
    message.sendTo.clear();
    for (const std::string& to : call.to) {
        message.sendTo.insert(isPerson(to) ? conversation::address::person : conversation::Address(to));
        if (!isPerson(to))
            record.recipients.emplace_back(to);
    }
    if (message.sendTo.empty())
        message.sendTo = {conversation::address::none};
    return record;
}

} // namespace

McpSessionHandle::McpSessionHandle(session::SessionHub& hub, const std::string& id, ClientInfo client)
    : m_hub(hub)
    , m_client(std::move(client))
    , m_remote(
          hub, std::string(sourcePrefix) + id, [this] { return settings(); },
          [this](const session::Event& event) { take(event); })
{
    connect(&m_remote, &RemoteSession::forgotten, this, [this] { m_questions.forget(); });
}
McpSessionHandle::~McpSessionHandle() = default;

std::string McpSessionHandle::idOf(const session::SessionSummary& session)
{
    const bool isOurs = session.kind == conversation::SessionKind::Remote && session.source.starts_with(sourcePrefix);
    return isOurs ? session.source.substr(sourcePrefix.size()) : std::string();
}

std::string McpSessionHandle::asker() const { return clientDisplayName(m_client.shownName()); }

RemoteSettings McpSessionHandle::settings()
{
    if (m_client.name.empty())
        m_client = clientIn(nlohmann::json::object());
    nlohmann::json details = {{"format", "mcp"}, {"client", toJson(m_client)}};
    if (m_process != 0)
        details["process"] = m_process;
    return {m_firstQuestion.empty() ? m_client.shownName() : m_firstQuestion,
            conversation::JsonValue(std::move(details))};
}

void McpSessionHandle::take(const session::Event& event)
{
    if (const auto* started = std::get_if<conversation::SessionStarted>(&event.body);
        started && m_client.name.empty()) {
        m_client = clientOf(*started);
        m_process = processOf(*started);
    }
    m_questions.follow(event);
}

void McpSessionHandle::store(std::vector<formats::RecordedAttachment> images, Done<Nothing> done)
{
    storeAttachments(m_hub.library(), m_replies, std::move(images),
                     [done = std::move(done)](const StoredAttachments& stored) {
                         stored ? done(Nothing{}) : done(tl::unexpected(stored.error()));
                     });
}

void McpSessionHandle::ask(AskHuman call, Done<QuestionId> done)
{
    const auto shared = std::make_shared<AskHuman>(std::move(call));
    if (m_firstQuestion.empty()) // of a session that begins with it
        m_firstQuestion = titleOf(shared->question.text);
    const auto failed = [done](const Result<Nothing>& result) { done(tl::unexpected(result.error())); };
    const auto submit = [this, shared, done] {
        conversation::Question question = std::move(shared->question);
        question.id = newQuestionId(m_remote.session().id(), shared->key);
        question.asker = RoleName(asker());
        const conversation::DecideContext context = session::decideContextNow();
        if (shared->timeout)
            question.deadline = conversation::Timestamp{context.now.msSinceEpoch + shared->timeout->count()};
        m_remote.session().submit(conversation::AskUser{question}, context,
                                  [id = question.id, isAgain = !shared->key.empty(), done](const auto& outcome) {
                                      const bool isKnown = isAgain && outcome.error
                                          && outcome.error->code == conversation::ErrorCode::DuplicateQuestion;
                                      outcome.error && !isKnown ? done(tl::unexpected(*outcome.error)) : done(id);
                                  });
    };
    const auto hireAsker = [this, submit, failed](const Result<Nothing>& stored) {
        if (!stored)
            return failed(stored);
        m_remote.hire(asker(), [submit, failed](const Result<Nothing>& hired) { hired ? submit() : failed(hired); });
    };
    m_remote.whenOpen([this, shared, hireAsker, failed](const Result<Nothing>& opened) {
        opened ? store(std::move(shared->images), hireAsker) : failed(opened);
    });
}

void McpSessionHandle::look(const QuestionId& id, Done<const QuestionStatus*> done)
{
    m_remote.whenKept([this, id, done](const Result<Nothing>& opened) {
        opened ? done(m_questions.find(id)) : done(tl::unexpected(opened.error()));
    });
}

void McpSessionHandle::withdraw(const QuestionId& id)
{
    m_remote.whenKept([this, id](const Result<Nothing>& opened) {
        if (opened)
            m_remote.session().submit(conversation::WithdrawQuestion{id});
    });
}

std::string McpSessionHandle::questionFingerprint(const AskHuman& call) const
{
    conversation::Question question = call.question;
    question.asker = RoleName(asker());
    if (call.timeout)
        question.deadline = conversation::Timestamp{call.timeout->count()}; // as if it were asked at 0
    return gateway::questionFingerprint(std::move(question));
}

void McpSessionHandle::findLike(const std::string& likeness, Done<std::vector<QuestionId>> done)
{
    m_remote.whenKept([this, likeness, done](const Result<Nothing>& opened) {
        if (!opened)
            return done(tl::unexpected(opened.error()));
        auto found = m_questions.like(likeness);
        std::erase_if(found, [this](const QuestionId& id) { return !isWaitedFor(id); });
        done(std::move(found));
    });
}

bool McpSessionHandle::isWaitedFor(const QuestionId& id) const
{
    const QuestionStatus* question = m_questions.find(id);
    if (question == nullptr || !question->end)
        return question != nullptr;
    const auto kind = question->end->kind;
    const bool isSaid =
        kind == conversation::QuestionEndKind::Answered || kind == conversation::QuestionEndKind::Declined;
    return isSaid && session::decideContextNow().now.msSinceEpoch - question->end->at.msSinceEpoch < freshMs
        && !question->isDelivered && !m_questions.isOnItsWay(id);
}

bool McpSessionHandle::hasAsked(const AskHuman& call) const
{
    return !call.key.empty() && m_remote.isOpen()
        && m_questions.find(newQuestionId(m_remote.session().id(), call.key)) != nullptr;
}

void McpSessionHandle::acknowledge(const QuestionId& id, std::shared_ptr<void> isOnItsWay)
{
    if (m_remote.isOpen())
        acknowledgeAnswer(m_remote.session(), id, std::move(isOnItsWay));
}

void McpSessionHandle::submitMessage(const conversation::Intent& intent, const Done<MessageId>& done)
{
    m_remote.session().submit(intent, [done](const conversation::Decision& outcome) {
        if (outcome.error)
            return done(tl::unexpected(*outcome.error));
        for (const session::Event& event : outcome.events)
            if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                return done(published->message.id);
        done(MessageId());
    });
}

void McpSessionHandle::notify(const NotifyHuman& call, Done<MessageId> done)
{
    const auto tell = [this, call, done] {
        conversation::ReplyToUser reply;
        reply.role = RoleName(asker());
        reply.content = conversation::textBlocks(call.text);
        reply.metadata = conversation::JsonValue(nlohmann::json{{"level", call.level}});
        submitMessage(reply, [self = QPointer(this), call, done](const Result<MessageId>& told) {
            if (told && !self.isNull())
                self->announce(call);
            done(told);
        });
    };
    m_remote.whenOpen([this, tell, done](const Result<Nothing>& opened) {
        if (!opened)
            return done(tl::unexpected(opened.error()));
        m_remote.hire(asker(), [tell, done](const Result<Nothing>& hired) {
            hired ? tell() : done(tl::unexpected(hired.error()));
        });
    });
}

void McpSessionHandle::announce(const NotifyHuman& call)
{
    using Level = UserNotification::Level;
    const Level level = call.level == "error" ? Level::Error : call.level == "warning" ? Level::Warning : Level::Info;
    emit userNotified(
        {m_remote.session().id(), asker(), conversation::utf8::shortened(call.text, longestNotice), level});
}

void McpSessionHandle::post(PostMessage call, Done<MessageId> done)
{
    const auto record = std::make_shared<conversation::RecordMessage>(recordOf(call));
    for (const formats::RecordedAttachment& image : call.images)
        record->message.content.emplace_back(blockOf(image));
    const auto images = std::make_shared<std::vector<formats::RecordedAttachment>>(std::move(call.images));
    m_remote.whenOpen([this, record, images, done, from = call.from](const Result<Nothing>& opened) {
        if (!opened)
            return done(tl::unexpected(opened.error()));
        store(std::move(*images), [this, record, done, from](const Result<Nothing>& stored) {
            if (!stored)
                return done(tl::unexpected(stored.error()));
            // Its outcome shows in the message, since they are decided in this order.
            m_remote.hire(from);
            for (const RoleName& name : record->recipients)
                m_remote.hire(name.str());
            submitMessage(*record, done);
        });
    });
}

void McpSessionHandle::setPresent(bool isPresent)
{
    m_remote.whenKept([this, isPresent](const Result<Nothing>& opened) {
        if (!opened)
            return;
        const bool isRunning = m_nextState.value_or(m_remote.session().state()->runState()) == RunState::Running;
        const bool wasGone = m_remote.session().state()->runCause().kind == conversation::RunCauseKind::ProgramLeft;
        if (isPresent && !isRunning)
            submitState(RunState::Running,
                        {wasGone ? conversation::RunCauseKind::ProgramBack : conversation::RunCauseKind::Told});
        else if (!isPresent && isRunning)
            submitState(RunState::Stopped, {conversation::RunCauseKind::ProgramLeft});
    });
}

void McpSessionHandle::submitState(RunState state, conversation::RunCause cause)
{
    m_nextState = state;
    m_remote.session().submit(conversation::SetRunState{state, {}, std::move(cause)},
                              [self = QPointer(this), number = ++m_lastChange](const conversation::Decision&) {
                                  if (!self.isNull() && self->m_lastChange == number)
                                      self->m_nextState.reset();
                              });
}

} // namespace quarterdeck::gateway::mcp
