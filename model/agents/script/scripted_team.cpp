#include "model/agents/script/scripted_team.h"

#include "model/agents/script/script.h"
#include "model/conversation/speaker.h"
#include "model/session/session.h"

#include <QUuid>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

namespace quarterdeck::team {

/// Keys in the metadata of a scripted message.
inline constexpr const char* stepKey = "script_step";
inline constexpr const char* roleKey = "script_role";      ///< the role whose reply it is
inline constexpr const char* replyKey = "script_reply_to"; ///< ids of the person's messages that it answers

/// What its agents share. Thread: engine.
struct ScriptedTeam::ScriptProgress
{
    std::shared_ptr<const Script> script;
    double pace = 1.0;

    std::set<std::string> done;
    Answers answers;
    std::set<conversation::MessageId> answered; ///< messages of the person
    std::map<conversation::RoleName, std::size_t> replies;
    std::set<conversation::QuestionId> withdrawn;
    bool isRead = false; ///< the log was read up to where this process began

    /// Learns from the log what was played. Reading twice does no harm.
    void learn(const conversation::SessionId& session, const conversation::Event& event);
    /// The role's next step, if everything it waits for is done; otherwise null.
    [[nodiscard]] const ScriptStep* nextDue(const conversation::RoleName& role, bool hasEnded) const;
    void keepAnswer(const ScriptStep& step, const conversation::QuestionEnd& end);
    /// The id under which the step asks: another one if the person stopped the run while it was open.
    [[nodiscard]] conversation::QuestionId questionId(const conversation::SessionId& session,
                                                      const ScriptStep& step) const;
};

/// Always the same id, so that a step in the log is recognised.
[[nodiscard]] std::string stableId(const conversation::SessionId& session, const std::string& what);

namespace {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::MessageId;
using conversation::Result;
using conversation::RoleActivity;
using conversation::Route;
using ScriptProgress = std::shared_ptr<ScriptedTeam::ScriptProgress>;

constexpr int eventsPerRead = 500;
constexpr int draftTickMs = 60;
constexpr double bytesPerSecond = 150;
constexpr double longestTyping = 8.0;
constexpr double replyThinkSeconds = 1.5;

auto failed(const conversation::Error& error) { return tl::make_unexpected(error); }

int milliseconds(const ScriptProgress& stage, double seconds)
{
    return static_cast<int>(std::lround(seconds * 1000 * stage->pace));
}

/// What is about to be said, for the draft shown while it is typed.
struct Speech
{
    MessageId id;
    conversation::AddressSet to;
    std::string text;
    std::int64_t tokens = 0;
};

std::size_t characterEnd(const std::string& text, std::size_t at)
{
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u)
        ++at;
    return std::min(at, text.size());
}

session::StreamingMessage draftOf(const AgentContext& context, const Speech& speech, std::size_t length)
{
    session::StreamingMessage draft;
    draft.id = speech.id.str();
    draft.role = context.role().name;
    draft.sendTo = speech.to;
    draft.text = speech.text.substr(0, length);
    draft.tokens = speech.text.empty()
        ? 0
        : speech.tokens * static_cast<std::int64_t>(length) / static_cast<std::int64_t>(speech.text.size());
    return draft;
}

void endDraft(const AgentContext& context, const Speech& speech)
{
    session::StreamingMessage draft = draftOf(context, speech, 0);
    draft.isDone = true;
    context.draft(std::move(draft));
}

/// Types the text; false if cancelled.
QCoro::Task<bool> type(ScriptProgress stage, AgentContext context, Speech speech)
{
    if (stage->pace <= 0 || speech.text.empty())
        co_return !context.isCancelled();
    const double seconds = std::min(longestTyping, static_cast<double>(speech.text.size()) / bytesPerSecond);
    const int ticks = std::max(1, milliseconds(stage, seconds) / draftTickMs);
    for (int tick = 1; tick <= ticks; ++tick) {
        const std::size_t length = characterEnd(
            speech.text, speech.text.size() * static_cast<std::size_t>(tick) / static_cast<std::size_t>(ticks));
        context.draft(draftOf(context, speech, length));
        const bool goesOn = co_await context.wait(draftTickMs);
        if (!goesOn) {
            endDraft(context, speech);
            co_return false;
        }
    }
    co_return true;
}

QCoro::Task<Result<void>> load(ScriptProgress stage, AgentContext context)
{
    conversation::EventSeq after;
    while (!stage->isRead) {
        const auto events = co_await context.eventsAfter(after, eventsPerRead);
        if (!events)
            co_return failed(events.error());
        for (const conversation::Event& event : *events)
            stage->learn(context.session(), event);
        if (events->empty())
            stage->isRead = true;
        else
            after = events->back().seq;
    }
    co_return Result<void>();
}

/// The step's blocks with answers filled in and images stored.
QCoro::Task<Result<std::vector<ContentBlock>>> contentOf(ScriptProgress stage, AgentContext context,
                                                         const ScriptStep* step)
{
    std::vector<ContentBlock> content = step->content;
    for (ContentBlock& block : content) {
        if (auto* text = std::get_if<conversation::TextBlock>(&block))
            text->text = filledIn(text->text, stage->answers);
        auto* media = std::get_if<conversation::MediaBlock>(&block);
        if (media == nullptr)
            continue;
        const ScriptImage& image = stage->script->images.at(media->source.name);
        const auto stored = co_await context.storeImage(image.bytes, image.mediaType, image.width, image.height);
        if (!stored)
            co_return failed(stored.error());
        media->source.hash = stored->hash;
        media->source.mediaType = stored->mediaType;
        media->source.size = stored->size;
        media->source.width = image.width;
        media->source.height = image.height;
    }
    co_return content;
}

JsonValue metadataOf(const ScriptStep& step) { return JsonValue(nlohmann::json{{stepKey, step.id}}); }

conversation::AddressSet recipientsOf(const ScriptStep& step)
{
    if (step.kind == ScriptStep::Kind::Reply)
        return {conversation::address::person};
    return {step.to.begin(), step.to.end()};
}

QCoro::Task<Result<Route>> publish(AgentContext context, const ScriptStep* step, MessageId id,
                                   std::vector<ContentBlock> content)
{
    const JsonValue metadata = metadataOf(*step);
    if (step->kind == ScriptStep::Kind::Reply) {
        conversation::ReplyToUser reply{{}, std::move(content), step->usage, metadata, id};
        return context.replyToUser(std::move(reply));
    }
    if (context.role().kind == conversation::RoleKind::TeamLeader) {
        conversation::PublishTeamMessage message{{},          std::move(content), step->to.front().str(),
                                                 step->usage, metadata,           id};
        return context.publishTeamMessage(std::move(message));
    }
    Message message;
    message.id = id;
    message.role = "assistant";
    message.causeBy = step->cause;
    message.sendTo = recipientsOf(*step);
    message.content = std::move(content);
    message.usage = step->usage;
    message.metadata = metadata;
    return context.publish(std::move(message));
}

QCoro::Task<Result<void>> say(ScriptProgress stage, AgentContext context, const ScriptStep* step)
{
    const MessageId id(stableId(context.session(), step->id));
    Result<std::vector<ContentBlock>> content = co_await contentOf(stage, context, step);
    if (!content)
        co_return failed(content.error());
    Message preview;
    preview.content = *content;
    Speech speech{id, recipientsOf(*step), conversation::textOf(preview),
                  step->usage ? step->usage->completionTokens : 0};
    const bool isTyped = co_await type(stage, context, speech);
    if (!isTyped)
        co_return failed(conversation::Error{conversation::ErrorCode::Cancelled, {}, {}});
    const Result<Route> route = co_await publish(context, step, id, std::move(*content));
    endDraft(context, speech);
    if (!route)
        co_return failed(route.error());
    stage->done.insert(step->id);
    co_return Result<void>();
}

QCoro::Task<Result<void>> ask(ScriptProgress stage, AgentContext context, const ScriptStep* step)
{
    // Stopping a run takes its question back unanswered; it is asked anew when the run goes on.
    while (true) {
        conversation::Question question = step->question;
        question.id = stage->questionId(context.session(), *step);
        question.text = filledIn(question.text, stage->answers);
        const conversation::QuestionId id = question.id;
        const auto end = co_await context.ask(std::move(question));
        if (!end)
            co_return failed(end.error());
        if (end->kind != conversation::QuestionEndKind::Withdrawn) {
            stage->keepAnswer(*step, *end);
            stage->done.insert(step->id);
            co_return Result<void>();
        }
        if (!stage->withdrawn.insert(id).second)
            co_return failed(conversation::Error{conversation::ErrorCode::Cancelled, {}, id.str()});
    }
}

QCoro::Task<Result<void>> play(ScriptProgress stage, AgentContext context, const ScriptStep* step)
{
    if (step->kind == ScriptStep::Kind::End)
        co_return co_await context.endRun(step->reason);
    co_await context.setActivity(RoleActivity::Thinking, {});
    co_await context.wait(milliseconds(stage, step->thinkSeconds));
    if (step->kind == ScriptStep::Kind::Ask)
        co_return co_await ask(stage, context, step);
    co_await context.setActivity(RoleActivity::Acting, step->activity);
    co_await context.wait(milliseconds(stage, step->actSeconds));
    co_return co_await say(stage, context, step);
}

/// What the person said to this role, apart from the task, and has not been answered.
std::vector<MessageId> unanswered(const ScriptProgress& stage, const std::vector<Message>& news)
{
    std::vector<MessageId> ids;
    for (const Message& message : news) {
        const bool isIdea = !message.metadata.isNull() && message.metadata.json().contains(stepKey);
        if (conversation::isFromUser(message) && !isIdea && !stage->answered.contains(message.id))
            ids.push_back(message.id);
    }
    return ids;
}

std::string replyText(const ScriptProgress& stage, const conversation::RoleName& role)
{
    const auto list = stage->script->replies.find(role);
    if (list == stage->script->replies.end() || list->second.empty())
        return {};
    return list->second[stage->replies[role] % list->second.size()];
}

QCoro::Task<Result<Route>> publishReply(AgentContext context, Speech speech, JsonValue metadata)
{
    const conversation::DirectChat* chat = context.state()->directChatWith(context.role().name);
    // A member's reply ends its direct chat (rule 2); without one, only the person is told.
    if (chat == nullptr || context.role().kind == conversation::RoleKind::TeamLeader) {
        conversation::ReplyToUser reply{{}, conversation::textBlocks(speech.text), {}, metadata, speech.id};
        return context.replyToUser(std::move(reply));
    }
    Message message;
    message.id = speech.id;
    message.role = "assistant";
    message.sendTo = speech.to;
    message.content = conversation::textBlocks(speech.text);
    message.metadata = std::move(metadata);
    return context.publish(std::move(message));
}

/// A single answer to everything the person has said since it last looked.
QCoro::Task<Result<void>> reply(ScriptProgress stage, AgentContext context, std::vector<MessageId> ids)
{
    const std::string text = replyText(stage, context.role().name);
    if (text.empty())
        co_return Result<void>();
    co_await context.setActivity(RoleActivity::Thinking, {});
    co_await context.wait(milliseconds(stage, replyThinkSeconds));
    Speech speech{
        MessageId(stableId(context.session(), "reply " + ids.front().str())), {conversation::address::person}, text, 0};
    const bool isTyped = co_await type(stage, context, speech);
    if (!isTyped)
        co_return failed(conversation::Error{conversation::ErrorCode::Cancelled, {}, {}});
    nlohmann::json metadata{{roleKey, context.role().name.str()}, {replyKey, nlohmann::json::array()}};
    for (const MessageId& id : ids)
        metadata[replyKey].push_back(id.str());
    const Result<Route> route = co_await publishReply(context, speech, JsonValue(std::move(metadata)));
    endDraft(context, speech);
    if (!route)
        co_return failed(route.error());
    stage->answered.insert(ids.begin(), ids.end());
    ++stage->replies[context.role().name];
    co_return Result<void>();
}

QCoro::Task<Result<void>> act(ScriptProgress stage, AgentContext context, std::vector<Message> news)
{
    Result<void> result = co_await load(stage, context);
    const std::vector<MessageId> ids = result ? unanswered(stage, news) : std::vector<MessageId>();
    if (!ids.empty())
        result = co_await reply(stage, context, ids);
    while (result && !context.isSpokenToAlone()) {
        const bool hasEnded = context.state()->runState() == conversation::RunState::Finished;
        const ScriptStep* step = stage->nextDue(context.role().name, hasEnded);
        if (step == nullptr)
            break;
        result = co_await play(stage, context, step);
    }
    co_return result;
}

class ScriptedAgent final : public Agent
{
public:
    explicit ScriptedAgent(ScriptProgress stage) : m_stage(std::move(stage)) { }
    QCoro::Task<Result<void>> act(AgentContext context, std::vector<Message> news) override
    {
        return quarterdeck::team::act(m_stage, std::move(context), std::move(news));
    }

private:
    ScriptProgress m_stage;
};

} // namespace

ScriptedTeam::ScriptedTeam(std::shared_ptr<const Script> script, double pace)
    : m_stage(std::make_shared<ScriptProgress>())
{
    m_stage->script = std::move(script);
    m_stage->pace = pace;
}

ScriptedTeam::~ScriptedTeam() = default;

std::shared_ptr<Agent> ScriptedTeam::makeAgent(const conversation::SessionId&, const conversation::Role&)
{
    return std::make_shared<ScriptedAgent>(m_stage);
}

Message ScriptedTeam::ideaOf(const Script& script)
{
    Message message;
    message.sendTo = {script.settings.routing.leader.as<conversation::Address>()};
    message.content = conversation::textBlocks(script.idea);
    message.metadata = JsonValue(nlohmann::json{{stepKey, ideaStep}});
    return message;
}

namespace {

constexpr int mostAttempts = 100;

conversation::QuestionId idOfAttempt(const conversation::SessionId& session, const ScriptStep& step, int attempt)
{
    return conversation::QuestionId(stableId(session, "question " + step.id + ' ' + std::to_string(attempt)));
}

const nlohmann::json* metadata(const conversation::Message& message, const char* key)
{
    if (message.metadata.isNull() || !message.metadata.json().is_object())
        return nullptr;
    const auto found = message.metadata.json().find(key);
    return found == message.metadata.json().end() ? nullptr : &*found;
}

} // namespace

std::string stableId(const conversation::SessionId& session, const std::string& what)
{
    const QUuid space = QUuid::createUuidV5(QUuid(), QByteArray::fromStdString(session.str()));
    return QUuid::createUuidV5(space, QByteArray::fromStdString(what)).toString(QUuid::Id128).toStdString();
}

void ScriptedTeam::ScriptProgress::learn(const conversation::SessionId& session, const conversation::Event& event)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        // Only what this program wrote has all of these; a log from elsewhere may hold anything.
        if (const nlohmann::json* step = metadata(published->message, stepKey); step && step->is_string())
            done.insert(step->get<std::string>());
        const nlohmann::json* reply = metadata(published->message, replyKey);
        if (reply == nullptr || !reply->is_array())
            return;
        for (const nlohmann::json& id : *reply)
            if (id.is_string())
                answered.insert(conversation::MessageId(id.get<std::string>()));
        if (const nlohmann::json* role = metadata(published->message, roleKey); role && role->is_string())
            ++replies[conversation::RoleName(role->get<std::string>())];
        return;
    }
    const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body);
    const auto* delivered = std::get_if<conversation::AnswerDelivered>(&event.body);
    if (ended != nullptr && ended->end.kind == conversation::QuestionEndKind::Withdrawn)
        withdrawn.insert(ended->id);
    for (const ScriptStep& step : script->steps) {
        if (step.kind != ScriptStep::Kind::Ask)
            continue;
        const conversation::QuestionId id = questionId(session, step);
        if (ended != nullptr && ended->id == id)
            keepAnswer(step, ended->end);
        if (delivered != nullptr && delivered->id == id)
            done.insert(step.id);
    }
}

const ScriptStep* ScriptedTeam::ScriptProgress::nextDue(const conversation::RoleName& role, bool hasEnded) const
{
    for (const ScriptStep& step : script->steps) {
        const bool isOver = step.kind == ScriptStep::Kind::End ? hasEnded : done.contains(step.id);
        if (step.role != role || isOver)
            continue;
        const bool isDue = std::ranges::all_of(step.after, [&](const std::string& id) { return done.contains(id); });
        return isDue ? &step : nullptr;
    }
    return nullptr;
}

void ScriptedTeam::ScriptProgress::keepAnswer(const ScriptStep& step, const conversation::QuestionEnd& end)
{
    ScriptStep::Values values = step.otherwise;
    if (end.kind == conversation::QuestionEndKind::Answered)
        values["answer"] = conversation::answerText(end);
    for (std::size_t i = 0; i < step.question.options.size(); ++i)
        if (!end.option.empty() && step.question.options[i].label == end.option)
            for (const auto& [key, value] : step.optionValues[i])
                values[key] = value;
    answers[step.id] = std::move(values);
}

conversation::QuestionId ScriptedTeam::ScriptProgress::questionId(const conversation::SessionId& session,
                                                                  const ScriptStep& step) const
{
    int attempt = 0;
    while (attempt < mostAttempts && withdrawn.contains(idOfAttempt(session, step, attempt)))
        ++attempt;
    return idOfAttempt(session, step, attempt);
}

} // namespace quarterdeck::team
