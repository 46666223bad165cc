#include "model/agents/provider/provider_state.h"

#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/provider_errors.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <limits>

namespace quarterdeck::team {

namespace {
constexpr std::int64_t minute = 60'000;
} // namespace

void RateWindow::forget(std::int64_t now)
{
    while (!m_begun.empty() && m_begun.front() <= now - minute)
        m_begun.pop_front();
    while (!m_spent.empty() && m_spent.front().time <= now - minute) {
        m_tokens -= m_spent.front().tokens;
        m_spent.pop_front();
    }
}

std::int64_t RateWindow::waitAt(std::int64_t now)
{
    forget(now);
    std::int64_t free = now;
    const auto requests = static_cast<std::size_t>(std::max<std::int64_t>(0, m_limits.requestsPerMinute));
    if (requests > 0 && m_begun.size() >= requests)
        free = std::max(free, m_begun[m_begun.size() - requests] + minute);
    if (m_limits.tokensPerMinute > 0) {
        // Until enough of the spent tokens are a minute old.
        std::int64_t tokens = m_tokens;
        for (const Spent& spent : m_spent) {
            if (tokens < m_limits.tokensPerMinute)
                break;
            tokens -= spent.tokens;
            free = std::max(free, spent.time + minute);
        }
    }
    return free - now;
}

void RateWindow::takeBack()
{
    if (!m_begun.empty())
        m_begun.pop_back();
}

void RateWindow::spend(std::int64_t now, std::int64_t tokens)
{
    forget(now);
    m_spent.push_back({now, tokens});
    m_tokens += tokens;
}

CallRateLimiter::CallRateLimiter(ConnectionLimits limits) : m_limits(limits), m_window(limits)
{
    m_clock.start();
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { admit(); });
}

void CallRateLimiter::setLimits(ConnectionLimits limits)
{
    m_limits = limits;
    m_window.setLimits(limits);
    admit();
}

void CallRateLimiter::holdFor(std::int64_t milliseconds)
{
    m_heldUntil = std::max<std::int64_t>(m_heldUntil, m_clock.elapsed() + std::max<std::int64_t>(0, milliseconds));
}

void CallRateLimiter::spend(std::int64_t tokens) { m_window.spend(m_clock.elapsed(), tokens); }

CallRateLimiter::CallPermit::~CallPermit()
{
    if (!m_gate)
        return;
    --m_gate->m_running;
    if (!m_isUsed)
        m_gate->m_window.takeBack();
    m_gate->admit();
}

void CallRateLimiter::admit()
{
    while (!m_waiting.empty()) {
        if (m_limits.callsAtOnce > 0 && m_running >= m_limits.callsAtOnce)
            return; // the end of one of them comes here again
        const std::int64_t now = m_clock.elapsed();
        const std::int64_t wait = std::max(m_window.waitAt(now), m_heldUntil - now);
        if (wait > 0) {
            m_timer.start(static_cast<int>(std::min<std::int64_t>(wait, std::numeric_limits<int>::max())));
            return;
        }
        const Waiter next = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_running;
        m_window.begin(now);
        next->resolve(true); // it goes on within, and may come here again
    }
}

QCoro::Task<std::shared_ptr<CallRateLimiter::CallPermit>> CallRateLimiter::enter(std::shared_ptr<CallRateLimiter> gate,
                                                                                 std::shared_ptr<CancelToken> cancel)
{
    if (cancel->isCancelled())
        co_return std::shared_ptr<CallPermit>();
    auto waiter = std::make_shared<OneShot<bool>>();
    const Callbacks::Registration onCancel = cancel->onCancel([gate, waiter] {
        std::erase(gate->m_waiting, waiter); // it is not there when it was let through already
        waiter->resolve(false);
    });
    gate->m_waiting.push_back(waiter);
    gate->admit();
    const bool isLetThrough = co_await valueOf(waiter);
    co_return isLetThrough ? std::make_shared<CallPermit>(gate) : std::shared_ptr<CallPermit>();
}

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

namespace {

/// These accept pictures only inside the request.
bool takesImagesAsDataOnly(Service service)
{
    return service == Service::Ollama || service == Service::LlamaCpp || service == Service::LmStudio;
}

bool isBrokenKey(const std::string& key)
{
    // A line break would end the header and start another.
    return std::ranges::any_of(key, [](char c) { return static_cast<unsigned char>(c) < 0x21 || c == 0x7f; });
}

Error retiredError() { return {ErrorCode::NotFound, provider_errors::unknownConnection(), {}}; }

/// The key as it may be sent.
Result<std::string> usableKey(const ModelConnection& connection, const std::string& key)
{
    std::string trimmed = QString::fromStdString(key).trimmed().toStdString();
    if (trimmed.empty() || isBrokenKey(trimmed))
        return tl::unexpected(Error{ErrorCode::NotAllowed, provider_errors::keyIsMissing(connection), {}});
    return trimmed;
}

} // namespace

formats::ChatConfig chatConfigOf(const ModelConnection& connection, const std::string& model, const PriceTable& prices)
{
    const auto own = connection.modelAbilities.find(model);
    const ModelAbilities none;
    const ModelAbilities& ofModel = own == connection.modelAbilities.end() ? none : own->second;
    const auto choice = [&](std::optional<bool> ModelAbilities::*ability, bool otherwise) {
        return (ofModel.*ability).value_or((connection.abilities.*ability).value_or(otherwise));
    };
    const ModelPrice* known = prices.find(model);
    const bool seesImages =
        known != nullptr && known->hasImages ? *known->hasImages : connection.service == Service::Anthropic;
    formats::ChatConfig config;
    config.model = model;
    config.supportsImage = choice(&ModelAbilities::images, seesImages);
    config.supportsImageBase64Only =
        choice(&ModelAbilities::imagesAsDataOnly, takesImagesAsDataOnly(connection.service));
    config.supportsAudio = choice(&ModelAbilities::audio, false);
    config.supportsVideo = choice(&ModelAbilities::video, false);
    config.supportsFile = choice(&ModelAbilities::files, false);
    config.supportsTool = choice(&ModelAbilities::tools, true);
    config.supportsToolMessage = choice(&ModelAbilities::toolMessages, true);
    config.supportsThinking = choice(&ModelAbilities::thinking, true);
    config.thinkingProtocol = connection.thinking;
    return config;
}

namespace {

std::optional<std::int64_t> personsNumber(const ModelConnection& connection, const std::string& model,
                                          std::optional<std::int64_t> ModelAbilities::*number)
{
    const auto own = connection.modelAbilities.find(model);
    if (own != connection.modelAbilities.end() && own->second.*number)
        return own->second.*number;
    return connection.abilities.*number;
}

} // namespace

std::optional<std::int64_t> answerTokensOf(const ModelConnection& connection, const std::string& model,
                                           const PriceTable& prices)
{
    if (const auto chosen = personsNumber(connection, model, &ModelAbilities::answerTokens))
        return chosen;
    if (connection.protocol != Protocol::Anthropic)
        return std::nullopt;
    // This protocol requires a number. Longer answers are for those who ask for them, since they cost money.
    constexpr std::int64_t most = 16'384;
    constexpr std::int64_t all = 4'096; ///< what every model of the protocol can
    constexpr std::int64_t ofAnthropic = 8'192;
    const ModelPrice* known = prices.find(model);
    if (known != nullptr && known->answerTokens > 0)
        return std::min(known->answerTokens, most);
    return connection.service == Service::Anthropic ? ofAnthropic : all;
}

ModelSize sizeOf(const ModelConnection& connection, const std::string& model, const PriceTable& prices)
{
    constexpr std::int64_t usualAnswer = 4'096;
    const ModelPrice* known = prices.find(model);
    ModelSize size;
    size.context = personsNumber(connection, model, &ModelAbilities::contextTokens)
                       .value_or(known == nullptr ? 0 : known->contextTokens);
    // If the window is too small for both, it is shared.
    const auto asked = answerTokensOf(connection, model, prices);
    size.answer = asked ? std::min(*asked, size.context / 4 * 3) : std::min(usualAnswer, size.context / 4);
    return size;
}

HttpRequest requestTo(const QUrl& url, const ModelConnection& connection, const std::string& key, std::int64_t maxBytes)
{
    HttpRequest request;
    request.request.setUrl(url);
    request.request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
    request.request.setRawHeader("User-Agent", "Quarterdeck");
    const QByteArray secret = QByteArray::fromStdString(key);
    if (connection.protocol == Protocol::Anthropic)
        request.request.setRawHeader("anthropic-version", "2023-06-01");
    if (!secret.isEmpty() && connection.protocol == Protocol::Anthropic)
        request.request.setRawHeader("x-api-key", secret);
    else if (!secret.isEmpty())
        request.request.setRawHeader("Authorization", "Bearer " + secret);
    request.timeoutMs = connection.timeouts.request;
    request.idleMs = connection.timeouts.idle;
    request.maxBytes = maxBytes;
    return request;
}

QCoro::Task<Result<std::string>> keyOf(std::shared_ptr<const ProviderState> state, std::shared_ptr<CancelToken> cancel)
{
    const ModelConnection& connection = state->connection;
    if (state->ofConnection->typedKey) {
        Result<std::string> typed = usableKey(connection, *state->ofConnection->typedKey);
        co_return typed;
    }
    if (connection.keySource == KeySource::None)
        co_return std::string();
    if (state->ofConnection->isRetired)
        co_return tl::make_unexpected(retiredError());
    if (state->ofConnection->key) {
        std::string known = *state->ofConnection->key; // QCoro moves what is returned, also from where it is kept
        co_return known;
    }
    const auto& read = state->shared->environment.readKey;
    if (!read)
        co_return tl::make_unexpected(Error{ErrorCode::NotAllowed, provider_errors::keyIsMissing(connection), {}});
    auto answer = std::make_shared<OneShot<Result<std::string>>>();
    const Callbacks::Registration onCancel = cancel->onCancel([answer] {
        answer->resolve(tl::make_unexpected(Error{ErrorCode::Cancelled, provider_errors::cancelled(), {}}));
    });
    read(connection, [answer](Result<std::string> key) { answer->resolve(std::move(key)); });
    Result<std::string> found = co_await valueOf(answer);
    if (!found)
        co_return found;
    if (state->ofConnection->isRetired) // while it was read
        co_return tl::make_unexpected(retiredError());
    Result<std::string> key = usableKey(connection, *found);
    if (key)
        state->ofConnection->key = *key;
    co_return key;
}

QCoro::Task<bool> pauseFor(std::int64_t milliseconds, std::shared_ptr<CancelToken> cancel)
{
    auto end = std::make_shared<OneShot<bool>>();
    QTimer timer;
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, &timer, [end] { end->resolve(true); });
    const Callbacks::Registration onCancel = cancel->onCancel([end] { end->resolve(false); });
    timer.start(static_cast<int>(std::clamp<std::int64_t>(milliseconds, 0, std::numeric_limits<int>::max())));
    const bool isOver = co_await valueOf(end);
    co_return isOver;
}

CombinedCancel combinedCancel(CancelToken& first, CancelToken& second)
{
    CombinedCancel joint;
    joint.first = first.onCancel([token = joint.token] { token->cancel(); });
    joint.second = second.onCancel([token = joint.token] { token->cancel(); });
    return joint;
}

} // namespace quarterdeck::team
