#include "model/agents/provider/failure.h"

#include "model/agents/provider/addresses.h"
#include "model/agents/provider/provider_errors.h"
#include "model/agents/provider/server_error.h"

#include <QRandomGenerator>
#include <QUrl>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;

namespace {

constexpr int notImplemented = 501;
constexpr int versionNotSupported = 505;
constexpr const char* tooLongDetail = "context_too_long";

bool mayPass(int status)
{
    return status == 408 || status == 425 || status == 429
        || (status >= 500 && status != notImplemented && status != versionNotSupported);
}

Failure ofServer(const ServerError& said, const Asked& asked)
{
    const ModelConnection& server = asked.server;
    const std::string detail = "HTTP " + std::to_string(said.status) + ' ' + said.code;
    const auto failure = [&](ErrorCode code, std::string sentence) {
        return Failure{Error{code, std::move(sentence), detail}};
    };
    if (said.isAboutLength())
        return Failure{
            Error{ErrorCode::BadInput, provider_errors::tooLong(server, asked.model, said.words), tooLongDetail}};
    if (said.isAboutMoney())
        return failure(ErrorCode::NotAllowed, provider_errors::noMoney(server, said.words));
    if (said.isAboutKey()) {
        Failure refused = failure(ErrorCode::NotAllowed,
                                  asked.key.empty() ? provider_errors::keyIsMissing(server)
                                                    : provider_errors::keyRefused(server, said.words));
        refused.isKeyRefused = true;
        return refused;
    }
    if (said.isAboutModel())
        return failure(ErrorCode::NotFound, provider_errors::noSuchModel(server, asked.model, said.words));
    if (said.status == 403)
        return failure(ErrorCode::NotAllowed, provider_errors::notAllowed(server, said.words));
    if (said.status == 404 || said.status == 405)
        return failure(ErrorCode::NotFound, provider_errors::noSuchPath(server, said.words));
    Failure other = failure(ErrorCode::Io,
                            said.status == 429       ? provider_errors::tooManyRequests(server, said.words)
                                : said.status >= 500 ? provider_errors::hadAnError(server, said.status, said.words)
                                : said.status >= 400 ? provider_errors::refused(server, said.status, said.words)
                                                     : provider_errors::reportedAnError(server, said.words));
    other.isRetryable = mayPass(said.status);
    return other;
}

Failure worthAnotherTry(Failure failure)
{
    failure.isWorthAnotherTry = true;
    return failure;
}

bool isOfProxy(const HttpResponse& answer)
{
    const QNetworkReply::NetworkError error = answer.error;
    // With plain HTTP, Qt does not say that it was the proxy that was missing.
    const bool isFirstStep =
        error == QNetworkReply::ConnectionRefusedError || error == QNetworkReply::HostNotFoundError;
    return (answer.isThroughProxy && isFirstStep)
        || (error >= QNetworkReply::ProxyConnectionRefusedError && error <= QNetworkReply::UnknownProxyError);
}

Failure ofNetwork(const HttpResponse& answer, const Asked& asked, bool hasSaid)
{
    using N = QNetworkReply;
    const ModelConnection& server = asked.server;
    const auto failure = [&](std::string sentence, bool isRetryable) {
        return Failure{Error{ErrorCode::Io, std::move(sentence), answer.errorText}, isRetryable};
    };
    if (hasSaid)
        return worthAnotherTry(failure(provider_errors::brokeOff(server), false));
    if (isOfProxy(answer))
        return failure(provider_errors::proxyRefused(server, answer.errorText), false);
    switch (answer.error) {
    case N::ConnectionRefusedError:
        return failure(provider_errors::notRunning(server), false);
    case N::HostNotFoundError:
        return failure(provider_errors::hostUnknown(server), false);
    case N::SslHandshakeFailedError:
        return failure(provider_errors::notSafe(server, answer.errorText), false);
    case N::RemoteHostClosedError:
        return failure(provider_errors::closedAtOnce(server), true);
    case N::ProtocolFailure:
    case N::ProtocolInvalidOperationError:
        return failure(provider_errors::isNoModelServer(server), false);
    default:
        return failure(provider_errors::connectionFailed(server, answer.errorText), true);
    }
}

} // namespace

bool isContextTooLong(const Error& error) { return error.detail == tooLongDetail; }

bool hasSaid(const formats::StreamedReply& reply)
{
    return !reply.content.value_or("").empty() || !reply.reasoning.value_or("").empty()
        || !reply.refusal.value_or("").empty() || !reply.toolCalls.empty();
}

std::optional<Failure> failureOf(const HttpResponse& answer, const Asked& asked, bool hasSaid,
                                 const HttpRequest& request)
{
    using End = HttpResponse::End;
    const auto failure = [&](ErrorCode code, std::string sentence) {
        return Failure{Error{code, std::move(sentence), {}}};
    };
    switch (answer.end) {
    case End::Cancelled:
        return failure(ErrorCode::Cancelled, provider_errors::cancelled());
    case End::TimedOut:
        return worthAnotherTry(failure(ErrorCode::Io, provider_errors::tookTooLong(asked.server, request.timeoutMs)));
    case End::Idle:
        return worthAnotherTry(failure(ErrorCode::Io, provider_errors::wasSilent(asked.server, request.idleMs)));
    case End::TooLarge:
        return failure(ErrorCode::Io, provider_errors::sentTooMuch(asked.server, request.maxBytes));
    case End::NetworkError:
        return ofNetwork(answer, asked, hasSaid);
    case End::Complete:
        break;
    }
    if (answer.status >= 200 && answer.status < 300)
        return std::nullopt;
    if (answer.status >= 300 && answer.status < 400) {
        const QUrl target = request.request.url().resolved(QUrl(QString::fromStdString(answer.location)));
        const QString shown = target.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
        return failure(ErrorCode::Io, provider_errors::hasMoved(asked.server, cleaned(shown.toStdString(), asked.key)));
    }
    Failure refused = ofServer(serverErrorOfBody(answer.status, answer.errorBody, asked.key), asked);
    refused.retryAfterMs = retryAfter(answer, QDateTime::currentDateTimeUtc());
    return refused;
}

std::optional<Failure> failureOf(const formats::StreamedReply& reply, const HttpResponse& answer, const Asked& asked)
{
    if (!reply.error.isNull()) {
        const std::string kind = wordOf(reply.error.json(), "type");
        if (kind == "invalid_json" || kind == "too_large")
            return Failure{Error{ErrorCode::Io, provider_errors::isUnreadable(asked.server), kind}};
        Failure failed = ofServer(serverErrorOf(0, reply.error.json(), asked.key), asked);
        failed.isWorthAnotherTry = failed.isRetryable && hasSaid(reply);
        failed.isRetryable = failed.isRetryable && !hasSaid(reply);
        return failed;
    }
    if (!reply.isCutOff)
        return std::nullopt;
    if (hasSaid(reply))
        return worthAnotherTry(Failure{Error{ErrorCode::Io, provider_errors::brokeOff(asked.server), {}}});
    if (answer.hasBody && reply.eventsUsed == 0)
        return Failure{Error{ErrorCode::Io, provider_errors::isNoModelServer(asked.server),
                             cleaned(answer.contentType, asked.key)}};
    return Failure{Error{ErrorCode::Io, provider_errors::closedAtOnce(asked.server), {}}, true};
}

std::optional<std::int64_t> delayUntilRetry(const Failure& failure, int attemptsDone, const RetryPolicy& policy)
{
    const std::int64_t wanted = failure.retryAfterMs.value_or(0);
    if (!failure.isRetryable || attemptsDone >= policy.attempts || wanted > policy.longestServerDelayMs)
        return std::nullopt;
    std::int64_t delay = policy.firstDelayMs;
    for (int i = 1; i < attemptsDone && delay < policy.longestDelayMs; ++i)
        delay *= 2;
    delay = std::min(delay, policy.longestDelayMs);
    // Agents that were refused together should not come back together.
    delay += static_cast<std::int64_t>(QRandomGenerator::global()->generateDouble() * static_cast<double>(delay) / 2);
    return std::max(wanted, delay); // who says "at once" gets no hail of requests either
}

std::optional<std::int64_t> retryAfter(const HttpResponse& answer, const QDateTime& now)
{
    bool isNumber = false;
    const double milliseconds = QString::fromStdString(answer.retryAfterMs).toDouble(&isNumber);
    constexpr double most = 1e12;
    if (isNumber && milliseconds >= 0 && milliseconds < most)
        return static_cast<std::int64_t>(milliseconds);
    const QString text = QString::fromStdString(answer.retryAfter).trimmed();
    const double seconds = text.toDouble(&isNumber);
    if (isNumber && seconds >= 0 && seconds < most / 1000)
        return static_cast<std::int64_t>(seconds * 1000);
    // Dates in HTTP end with GMT, which Qt does not read as an offset.
    const QDateTime date =
        QDateTime::fromString(QString(text).replace(QStringLiteral("GMT"), QStringLiteral("+0000")), Qt::RFC2822Date);
    if (!date.isValid())
        return std::nullopt;
    return std::max<std::int64_t>(0, now.msecsTo(date));
}

} // namespace quarterdeck::team
