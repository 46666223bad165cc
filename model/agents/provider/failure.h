#pragma once

#include "model/agents/provider/chat_providers.h"
#include "model/agents/provider/http_exchange.h"
#include "model/conversation/error.h"
#include "model/formats/requests/streamed_reply.h"

#include <QDateTime>

#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::team {

/// Why a model call brought no reply.
struct Failure
{
    conversation::Error error;
    bool isRetryable = false; ///< the same request may well succeed later, and nothing was said yet
    std::optional<std::int64_t> retryAfterMs = {}; ///< requested by the server
    bool isKeyRefused = false;
    bool isWorthAnotherTry = false; ///< see ChatFailure
};

/// The request that failed.
struct Asked
{
    const ModelConnection& server;
    const std::string& model; ///< empty if none was named
    const std::string& key;   ///< never appears in messages
};

/// For an exchange that failed or was refused; empty if it is complete with status 2xx. `hasSaid`: part of the reply
/// had arrived.
[[nodiscard]] std::optional<Failure> failureOf(const HttpResponse& answer, const Asked& asked, bool hasSaid,
                                               const HttpRequest& request);
/// For a reply that was read to its end; empty if it is good.
[[nodiscard]] std::optional<Failure> failureOf(const formats::StreamedReply& reply, const HttpResponse& answer,
                                               const Asked& asked);
/// Part of the reply has arrived.
[[nodiscard]] bool hasSaid(const formats::StreamedReply& reply);
/// Milliseconds until the next attempt, randomly a little longer; empty if it is not worth waiting for.
[[nodiscard]] std::optional<std::int64_t> delayUntilRetry(const Failure& failure, int attemptsDone,
                                                          const RetryPolicy& policy);
/// What `Retry-After` (seconds or a date) or `retry-after-ms` asks for; empty if missing or senseless.
[[nodiscard]] std::optional<std::int64_t> retryAfter(const HttpResponse& answer, const QDateTime& now);

} // namespace quarterdeck::team
