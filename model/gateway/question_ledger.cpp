#include "model/gateway/question_ledger.h"

#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"
#include "model/formats/json/python_json.h"

#include <QPointer>
#include <QTimer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace quarterdeck::gateway {

using conversation::QuestionId;

std::string questionFingerprint(conversation::Question question)
{
    const auto time = question.deadline
        ? std::to_string(question.deadline->msSinceEpoch - question.askedAt.msSinceEpoch)
        : std::string();
    question.id = {};
    question.deadline = {};
    question.askedAt = {};
    return conversation::attachmentHash(formats::python_json::text(conversation::toJson(question)) + time).str();
}

QuestionLedger::QuestionLedger() = default;
QuestionLedger::~QuestionLedger() = default;

void QuestionLedger::follow(const conversation::Event& event)
{
    if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body)) {
        const conversation::Question& question = asked->question;
        std::erase(m_ended, question.id); // a program may ask under an old id
        m_questions[question.id] = {question.askedAt, question.asker, questionFingerprint(question), {}, {}, false};
    } else if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body)) {
        end(*ended);
    } else if (const auto* delivered = std::get_if<conversation::AnswerDelivered>(&event.body)) {
        if (const auto found = m_questions.find(delivered->id); found != m_questions.end())
            found->second.isDelivered = true;
    } else if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        if (const auto found = m_questions.find(published->route.lateAnswerTo); found != m_questions.end())
            found->second.lateAnswer = conversation::textOf(published->message);
    }
}

void QuestionLedger::end(const conversation::QuestionEnded& ended)
{
    m_questions[ended.id].end = ended.end;
    std::erase(m_ended, ended.id);
    m_ended.push_back(ended.id);
    if (m_ended.size() > mostEnded) {
        m_questions.erase(m_ended.front());
        m_ended.pop_front();
    }
    std::vector<std::uint64_t> waiting;
    for (const auto& [number, one] : m_waiting)
        if (one.question == ended.id)
            waiting.push_back(number);
    for (const std::uint64_t number : waiting)
        if (const auto one = m_waiting.extract(number)) // the one before may have stopped it
            one.mapped().call(&ended);
}

void QuestionLedger::forget()
{
    m_questions.clear();
    m_ended.clear();
}

const QuestionStatus* QuestionLedger::find(const QuestionId& id) const
{
    const auto found = m_questions.find(id);
    return found == m_questions.end() ? nullptr : &found->second;
}

std::vector<QuestionId> QuestionLedger::like(const std::string& likeness) const
{
    std::vector<std::pair<const QuestionStatus*, QuestionId>> found;
    for (const auto& [id, question] : m_questions)
        if (question.likeness == likeness)
            found.emplace_back(&question, id);
    std::ranges::stable_sort(found, [](const auto& one, const auto& other) {
        return std::pair(one.first->end.has_value(), one.first->askedAt)
            < std::pair(other.first->end.has_value(), other.first->askedAt);
    });
    std::vector<QuestionId> ids;
    for (const auto& one : found)
        ids.push_back(one.second);
    return ids;
}

std::uint64_t QuestionLedger::whenEnded(const QuestionId& id, Ended call)
{
    m_waiting[++m_last] = {id, std::move(call)};
    return m_last;
}

bool QuestionLedger::stopWaiting(std::uint64_t number) { return m_waiting.erase(number) > 0; }

void QuestionLedger::leave()
{
    for (const auto& [number, one] : std::exchange(m_waiting, {}))
        one.call(nullptr);
}

std::shared_ptr<void> QuestionLedger::deliver(const QuestionId& id)
{
    std::erase_if(m_onTheirWay, [](const auto& one) { return one.second.expired(); });
    auto isOnItsWay = m_onTheirWay[id].lock();
    if (isOnItsWay == nullptr)
        isOnItsWay = std::make_shared<char>();
    m_onTheirWay[id] = isOnItsWay;
    return isOnItsWay;
}

bool QuestionLedger::isOnItsWay(const QuestionId& id) const
{
    const auto found = m_onTheirWay.find(id);
    return found != m_onTheirWay.end() && !found->second.expired();
}

using conversation::ErrorCode;
using session::Session;

namespace {

constexpr std::chrono::milliseconds firstPause = std::chrono::seconds(1);
constexpr std::chrono::milliseconds longestPause = std::chrono::minutes(1);

struct Receipt
{
    QuestionId id;
    std::shared_ptr<void> held;
    std::chrono::milliseconds pause = firstPause;
};

bool isOfStoring(ErrorCode code)
{
    return code == ErrorCode::DiskFull || code == ErrorCode::Io || code == ErrorCode::Locked;
}

bool isMissing(const Session& session, const QuestionId& id)
{
    const auto& undelivered = session.state()->undeliveredAnswers();
    return std::find(undelivered.begin(), undelivered.end(), id) != undelivered.end();
}

void submit(Session& session, const std::shared_ptr<Receipt>& receipt)
{
    if (!isMissing(session, receipt->id))
        return;
    session.submit(conversation::AcknowledgeAnswer{receipt->id, {}},
                   [to = QPointer(&session), receipt](const conversation::Decision& outcome) {
                       if (!outcome.error || !isOfStoring(outcome.error->code) || to.isNull())
                           return;
                       QTimer::singleShot(receipt->pause, to.data(),
                                          [to = to.data(), receipt] { submit(*to, receipt); });
                       receipt->pause = std::min(2 * receipt->pause, longestPause);
                   });
}

} // namespace

void acknowledgeAnswer(Session& session, const QuestionId& id, std::shared_ptr<void> held)
{
    submit(session, std::make_shared<Receipt>(Receipt{id, std::move(held)}));
}

} // namespace quarterdeck::gateway
