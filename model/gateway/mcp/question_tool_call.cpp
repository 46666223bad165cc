#include "model/gateway/mcp/question_tool_call.h"

#include "model/gateway/mcp/protocol.h"
#include "model/session/session.h"

#include <QByteArray>
#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::gateway::mcp {

using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using nlohmann::json;

namespace {

const char* statusOf(const QuestionStatus& question)
{
    if (!question.end)
        return "open";
    switch (question.end->kind) {
    case QuestionEndKind::Answered:
        return "answered";
    case QuestionEndKind::Declined:
        return "declined";
    case QuestionEndKind::TimedOut:
        return "timed_out";
    case QuestionEndKind::Withdrawn:
        break;
    }
    return "withdrawn";
}

json answerOf(const QuestionEnd& end)
{
    if (end.kind != QuestionEndKind::Answered)
        return nullptr;
    return end.form.isNull() ? json(conversation::answerText(end)) : end.form.json();
}

/// Words beside a form: the form alone is then the answer.
std::string wordsBesideForm(const QuestionStatus& question)
{
    if (!question.end || question.end->kind != QuestionEndKind::Answered || question.end->form.isNull())
        return {};
    QuestionEnd said = *question.end;
    said.form = {};
    return conversation::answerText(said);
}

json contentOf(const json& structured, Version version)
{
    json result = {{"content", json::array({{{"type", "text"}, {"text", textOf(structured)}}})}};
    if (hasStructuredContent(version))
        result["structuredContent"] = structured;
    return result;
}

} // namespace

json answerResult(const conversation::QuestionId& id, const QuestionStatus& question, conversation::Timestamp now,
                  Version version, const std::vector<AnswerImage>& images)
{
    const conversation::Timestamp until = question.end ? question.end->at : now;
    const auto waited = std::max<std::int64_t>(until.msSinceEpoch - question.askedAt.msSinceEpoch, 0);
    const bool isAnswered = question.end && question.end->kind == QuestionEndKind::Answered;
    json structured = {{"status", statusOf(question)},
                       {"answer", question.end ? answerOf(*question.end) : json()},
                       {"answered_at", isAnswered ? json(timeText(question.end->at)) : json()},
                       {"waited_s", static_cast<double>(waited) / 1000.0},
                       {"question_id", id.str()}};
    if (const std::string words = wordsBesideForm(question); !words.empty())
        structured["words"] = words;
    if (question.lateAnswer)
        structured["late_answer"] = *question.lateAnswer;
    json result = contentOf(structured, version);
    for (const AnswerImage& image : images)
        result["content"].push_back({{"type", "image"},
                                     {"data", QByteArray::fromStdString(image.bytes).toBase64().toStdString()},
                                     {"mimeType", image.mediaType}});
    return result;
}

json messageResult(const conversation::MessageId& id, Version version)
{
    return contentOf({{"message_id", id.str()}}, version);
}

json failedResult(const std::string& why)
{
    return {{"content", json::array({{{"type", "text"}, {"text", why}}})}, {"isError", true}};
}

using conversation::MediaBlock;
using conversation::QuestionId;
using session::Result;

namespace {

constexpr std::size_t longestEventId = 1000;
constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
/// The longest that a timer takes.
constexpr std::chrono::milliseconds longestPatience = std::chrono::hours(24 * 20);

std::vector<conversation::AttachmentHash> picturesOf(const QuestionStatus& question)
{
    std::vector<conversation::AttachmentHash> found;
    if (question.end && question.end->kind == conversation::QuestionEndKind::Answered)
        for (const conversation::ContentBlock& block : question.end->content)
            if (const auto* media = std::get_if<MediaBlock>(&block);
                media && media->kind == conversation::MediaKind::Image && media->source.url.empty())
                found.push_back(media->source.hash);
    return found;
}

/// The time left from now; since it comes from outside, it is bounded.
std::chrono::milliseconds patienceUntil(conversation::Timestamp until)
{
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    return std::chrono::milliseconds(std::clamp(until.msSinceEpoch, now, now + longestPatience.count()) - now);
}

std::string mediaTypeOf(const QuestionStatus& question, const conversation::AttachmentHash& hash)
{
    for (const conversation::ContentBlock& block : question.end->content)
        if (const auto* media = std::get_if<MediaBlock>(&block); media && media->source.hash == hash)
            return media->source.mediaType;
    return {};
}

} // namespace

std::string eventIdOf(const ResumePoint& point)
{
    const json until = point.until ? json(point.until->msSinceEpoch) : json();
    const std::string request = textOf(json::array({point.requestId, point.progressToken, point.isAsking, until}));
    const std::string id = point.question.str() + "."
        + QByteArray::fromStdString(request).toBase64(encoding).toStdString() + "." + std::to_string(point.number);
    return id.size() > longestEventId ? std::string() : id;
}

std::optional<ResumePoint> resumePointIn(std::string_view eventId)
{
    const auto parts = QByteArray(eventId.data(), static_cast<qsizetype>(eventId.size())).split('.');
    if (eventId.size() > longestEventId || parts.size() != 3)
        return std::nullopt;
    const json request = json::parse(QByteArray::fromBase64(parts[1], encoding).toStdString(), nullptr, false);
    bool isNumber = false;
    const std::int64_t number = parts[2].toLongLong(&isNumber);
    if (!request.is_array() || request.size() != 4 || !isNumber || number < 0)
        return std::nullopt;
    const json& isAsking = request[2];
    const json& until = request[3];
    if (!isAsking.is_boolean() || !(until.is_null() || until.is_number_integer()))
        return std::nullopt;
    ResumePoint point{QuestionId(parts[0].toStdString()), request[0], request[1], number, isAsking.get<bool>()};
    if (!until.is_null())
        point.until = conversation::Timestamp{until.get<std::int64_t>()};
    return point;
}

QuestionToolCall::QuestionToolCall(McpSessionHandle& session, session::Library& library, Request request,
                                   std::shared_ptr<Reply> reply, std::chrono::milliseconds beat, QObject* parent)
    : QObject(parent)
    , m_session(&session)
    , m_library(library)
    , m_request(std::move(request))
    , m_reply(std::move(reply))
{
    m_age.start();
    m_beat.setInterval(beat);
    m_end.setSingleShot(true);
    connect(&m_beat, &QTimer::timeout, this, &QuestionToolCall::beat);
    connect(&m_end, &QTimer::timeout, this, [this] {
        m_patience = std::chrono::milliseconds(0);
        look();
    });
}
QuestionToolCall::~QuestionToolCall() = default;

void QuestionToolCall::ask(AskHuman call, const FindSame& find)
{
    m_isAsking = true;
    const auto shared = std::make_shared<AskHuman>(std::move(call));
    find({shared, m_request.id}, [self = QPointer(this), shared](const EarlierQuestion& same) {
        if (self.isNull())
            return;
        if (self->m_isOver) // cancelled during the search
            self->end();
        else if (same.session != nullptr)
            self->join(same, shared->patience);
        else
            self->askAnew(std::move(*shared));
    });
}

void QuestionToolCall::join(const EarlierQuestion& same, Patience patience)
{
    m_session = same.session;
    wait(same.id, patience);
}

void QuestionToolCall::askAnew(AskHuman call)
{
    const Patience patience = call.patience;
    m_session->ask(std::move(call), [self = QPointer(this), patience](const Result<QuestionId>& asked) {
        if (!self.isNull())
            asked ? self->wait(*asked, patience) : self->fail(asked.error());
    });
    m_session->setPresent(true);
}

void QuestionToolCall::check(const CheckAnswer& call) { wait(call.id, call.patience); }

void QuestionToolCall::resume(const ResumePoint& point)
{
    m_isAsking = point.isAsking;
    m_isResumed = true;
    m_events = point.number;
    wait(point.question, point.until ? Patience(patienceUntil(*point.until)) : Patience());
}

void QuestionToolCall::wait(const QuestionId& id, Patience patience)
{
    m_question = id;
    if (m_isOver) { // cancelled while it was asked
        m_session->withdraw(id);
        return end();
    }
    if (m_isAsking)
        emit asked(id);
    m_patience = patience;
    if (patience && patience->count() > 0) {
        const auto longest = std::min(*patience, longestPatience);
        m_until = conversation::Timestamp{session::decideContextNow().now.msSinceEpoch + longest.count()};
        m_end.start(longest);
    }
    look();
}

void QuestionToolCall::look()
{
    m_session->look(m_question, [self = QPointer(this)](const Result<const QuestionStatus*>& found) {
        if (self.isNull() || self->m_isOver)
            return;
        const bool isUnknown = found ? *found == nullptr : found.error().code == conversation::ErrorCode::NotFound;
        if (isUnknown)
            return self->respond(
                failedResult("There is no question \"" + self->m_question.str() + "\", or it ended too long ago."),
                false);
        if (!found)
            return self->fail(found.error());
        const bool isDone = (*found)->end || (self->m_patience && self->m_patience->count() == 0);
        isDone ? self->finish(**found) : self->hold();
    });
}

void QuestionToolCall::hold()
{
    if (m_waiting != 0)
        return;
    m_waiting = m_session->questions().whenEnded(m_question, [self = QPointer(this)](const auto*) {
        if (!self.isNull())
            self->look();
    });
    m_reply->hold([self = QPointer(this)] {
        if (!self.isNull())
            self->end(true);
    });
    if (m_request.version >= Version::November2025)
        m_reply->sendFirstEvent(nextEventId());
    beat();
    m_beat.start();
}

void QuestionToolCall::beat()
{
    m_session->look(m_question, [self = QPointer(this)](const Result<const QuestionStatus*>& found) {
        if (self.isNull() || self->m_isOver)
            return;
        if (!found || *found == nullptr)
            return self->look(); // the person has deleted the session: nothing will come of it any more
        self->m_request.progressToken.is_null() ? self->m_reply->sendKeepAlive() : self->tellProgress(**found);
    });
}

void QuestionToolCall::tellProgress(const QuestionStatus& question)
{
    const std::int64_t since = session::decideContextNow().now.msSinceEpoch - question.askedAt.msSinceEpoch;
    // It must grow even if the clock is set back.
    m_progress = std::max(static_cast<double>(std::max<std::int64_t>(since, 0)) / 1000.0,
                          m_progress < 0 ? 0.0 : m_progress + 0.001);
    const std::string& id = m_question.str();
    m_reply->sendMessage(notification("notifications/progress",
                                      {{"progressToken", m_request.progressToken},
                                       {"progress", m_progress},
                                       {"message", "Waiting for the person (question " + id + ")"},
                                       {"_meta", {{"quarterdeck/question_id", id}}}}),
                         nextEventId());
}

void QuestionToolCall::finish(const QuestionStatus& question)
{
    m_isOver = true; // of all that waits, what comes now is the last
    m_beat.stop();
    load(question, {}, 0);
}

/// Loads picture after picture, then sends.
void QuestionToolCall::load(QuestionStatus question, std::vector<AnswerImage> images, std::size_t next)
{
    const auto wanted = picturesOf(question);
    if (next == wanted.size()) {
        json result = answerResult(m_question, question, session::decideContextNow().now, m_request.version, images);
        return respond(std::move(result), question.end.has_value());
    }
    const auto hash = wanted[next];
    m_library.readAttachment(hash,
                             m_replies.wrap<Result<std::string>>([=, this](const Result<std::string>& bytes) mutable {
                                 if (bytes)
                                     images.push_back({*bytes, mediaTypeOf(question, hash)});
                                 load(std::move(question), std::move(images), next + 1);
                             }));
}

void QuestionToolCall::respond(json result, bool isTaken)
{
    std::function<void()> whenTaken;
    if (isTaken && !m_isSuperseded)
        whenTaken = [session = QPointer(m_session), id = m_question,
                     isOnItsWay = m_session->questions().deliver(m_question)] {
            if (!session.isNull())
                session->acknowledge(id, isOnItsWay);
        };
    m_reply->respond(resultOf(m_request.id, std::move(result)), m_waiting != 0 ? nextEventId() : std::string(),
                     std::move(whenTaken));
    end();
}

void QuestionToolCall::fail(const session::Error& error)
{
    if (m_isOver)
        return end();
    respond(failedResult(error.sentence), false);
}

void QuestionToolCall::cancel(bool isWithdrawn)
{
    if (std::exchange(m_isOver, true))
        return;
    m_reply->drop();
    if (m_question.isEmpty())
        return; // it is withdrawn when it has been asked
    if (m_isAsking && isWithdrawn)
        m_session->withdraw(m_question);
    end();
}

void QuestionToolCall::leave()
{
    if (m_isAsking && !m_isOver && !m_question.isEmpty())
        m_session->withdraw(m_question); // the response tells of it
    else
        cancel(true);
}

void QuestionToolCall::end(bool isLost)
{
    m_isOver = true;
    m_beat.stop();
    m_end.stop();
    if (std::exchange(m_hasEnded, true))
        return;
    m_session->questions().stopWaiting(m_waiting);
    deleteLater();
    emit ended(isLost);
}

std::string QuestionToolCall::nextEventId()
{
    return eventIdOf({m_question, m_request.id, m_request.progressToken, ++m_events, m_isAsking, m_until});
}

} // namespace quarterdeck::gateway::mcp
