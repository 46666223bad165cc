#include "model/gateway/answer_receipt.h"

#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <utility>

namespace quarterdeck::gateway {

using conversation::ErrorCode;
using conversation::QuestionId;
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
                   [to = QPointer(&session), receipt](const session::IntentOutcome& outcome) {
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
