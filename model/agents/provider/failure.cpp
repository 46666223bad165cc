#include "model/agents/provider/failure.h"

#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/provider_errors.h"

#include <QRandomGenerator>
#include <QString>
#include <QUrl>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace quarterdeck::team {

/// What a server reports as wrong, in any form.
struct ServerError
{
    int status = 0;    ///< of HTTP; if that was 200, from the code or type; 0 = unknown
    std::string code;  ///< code and type in the server's words, in lower case, shortened, without the key
    std::string words; ///< for a person: one line, shortened, without the key; may be empty

    [[nodiscard]] bool isAboutKey() const;
    [[nodiscard]] bool isAboutModel() const;
    [[nodiscard]] bool isAboutLength() const;
    [[nodiscard]] bool isAboutMoney() const;
};

/// A string, or an integer as text; empty if the member is something else, or missing.
[[nodiscard]] std::string wordOf(const nlohmann::json& object, const char* key);
/// One line of foreign text without the key, shortened to this many characters: safe to show and log.
[[nodiscard]] std::string cleaned(const std::string& foreign, const std::string& key, int longest = 300);
/// From a body, which may not be JSON at all.
[[nodiscard]] ServerError serverErrorOfBody(int status, std::string_view body, const std::string& key);
/// From an error object inside an answer.
[[nodiscard]] ServerError serverErrorOf(int status, const nlohmann::json& error, const std::string& key);

using nlohmann::json;

std::string wordOf(const json& object, const char* key)
{
    const auto member = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || member == object.end())
        return {};
    if (member->is_string())
        return member->get<std::string>();
    return member->is_number_integer() ? std::to_string(member->get<std::int64_t>()) : std::string();
}

std::string cleaned(const std::string& foreign, const std::string& key, int longest)
{
    constexpr std::size_t shortestSecret = 6;
    QString text = QString::fromStdString(foreign);
    if (key.size() >= shortestSecret)
        text.replace(QString::fromStdString(key), QStringLiteral("…"));
    for (QChar& character : text)
        if (character.category() == QChar::Other_Control || character.category() == QChar::Other_Format)
            character = u' ';
    text = text.simplified();
    if (text.size() > longest)
        text = text.left(longest) + u'…';
    return text.toStdString();
}

namespace {

constexpr int longestCode = 60;

bool hasAny(const std::string& text, std::initializer_list<const char*> parts)
{
    return std::ranges::any_of(parts, [&](const char* part) { return text.find(part) != std::string::npos; });
}

std::string lower(const std::string& text) { return QString::fromStdString(text).toLower().toStdString(); }

/// FastAPI's answer (and so vLLM's) to a bad request: a list of `{msg}`.
std::string detailOf(const json& object)
{
    const auto detail = object.find("detail");
    if (detail == object.end() || !detail->is_array() || detail->empty())
        return wordOf(object, "detail");
    return wordOf(detail->front(), "msg");
}

int statusOf(const std::string& code)
{
    struct Known
    {
        const char* code;
        int status;
    };
    static constexpr std::array known = {
        Known{"authentication", 401}, Known{"invalid_api_key", 401}, Known{"permission", 403},
        Known{"not_found", 404},      Known{"rate_limit", 429},      Known{"too_many", 429},
        Known{"overloaded", 529},     Known{"api_error", 500},       Known{"server_error", 500},
        Known{"internal", 500},       Known{"invalid_request", 400}, Known{"bad_request", 400}};
    for (const Known& one : known)
        if (code.find(one.code) != std::string::npos)
            return one.status;
    for (std::size_t i = 0; i + 3 <= code.size(); ++i) {
        bool isNumber = false;
        const int number = QString::fromStdString(code.substr(i, 3)).toInt(&isNumber);
        if (isNumber && number >= 400 && number < 600)
            return number;
    }
    return 0;
}

} // namespace

bool ServerError::isAboutKey() const { return status == 401 || hasAny(code, {"invalid_api_key", "authentication"}); }

bool ServerError::isAboutModel() const
{
    if (hasAny(code, {"model_not_found", "model_not_exist"}))
        return true;
    const std::string text = lower(words);
    return (status == 400 || status == 404) && text.find("model") != std::string::npos
        && hasAny(text, {"not found", "not exist", "does not exist", "unknown model", "no such model", "pulling it"});
}

bool ServerError::isAboutLength() const
{
    if (status == 413 || hasAny(code, {"context_length", "exceed_context", "context_window"}))
        return true;
    return (status == 400 || status == 0 || status == 500)
        && hasAny(lower(words),
                  {"context length", "context window", "context size", "maximum context", "prompt is too long",
                   "input is too long", "too many tokens", "range of input length"});
}

bool ServerError::isAboutMoney() const
{
    return status == 402 || hasAny(code, {"insufficient_quota", "insufficient_balance", "arrearage", "billing"})
        || hasAny(lower(words), {"insufficient balance", "credit balance is too low", "exceeded your current quota"});
}

ServerError serverErrorOf(int status, const json& error, const std::string& key)
{
    ServerError read;
    if (error.is_string()) {
        read.words = cleaned(error.get<std::string>(), key);
    } else if (error.is_object()) {
        const json inner = error.value("error", json());
        if (!inner.is_null())
            return serverErrorOf(status, inner, key);
        read.code = lower(cleaned(wordOf(error, "code"), key, longestCode) + ' '
                          + cleaned(wordOf(error, "type"), key, longestCode));
        std::string words = wordOf(error, "message");
        if (words.empty())
            words = detailOf(error);
        read.words = cleaned(words, key);
    }
    read.status = status >= 400 ? status : statusOf(read.code);
    return read;
}

ServerError serverErrorOfBody(int status, std::string_view body, const std::string& key)
{
    const json parsed = json::parse(body.begin(), body.end(), nullptr, false);
    if (!parsed.is_discarded())
        return serverErrorOf(status, parsed, key);
    ServerError read;
    read.status = status;
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    const bool isPage = first != std::string_view::npos && (body[first] == '<' || body[first] == '{');
    if (!isPage)
        read.words = cleaned(std::string(body), key);
    return read;
}

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
