#pragma once

#include "conversation/error.h"
#include "formats/stream/streamed_reply.h"
#include "provider/http_exchange.h"
#include "team/provider/chat_providers.h"

#include <QDateTime>
#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::team {

/// Why a call of a model brought no reply.
struct Failure
{
    conversation::Error error;
    bool isRetryable = false; ///< the same request may well succeed later, and nothing was said yet
    std::optional<std::int64_t> retryAfterMs = {}; ///< the server's own wish
    bool isKeyRefused = false;
    bool isWorthAnotherTry = false; ///< see ChatFailure
};

/// The request whose failure is told.
struct Asked
{
    const Connection& server;
    const std::string& model; ///< empty where none was named
    const std::string& key;   ///< never appears in what is told
};

/// Of an exchange that failed or was refused; none for one that is complete with a status 2xx. `hasSaid`: some of the
/// reply was there before.
[[nodiscard]] std::optional<Failure> failureOf(const HttpAnswer& answer, const Asked& asked, bool hasSaid,
                                               const HttpRequest& request);
/// Of a reply that was read to its end; none for a good one.
[[nodiscard]] std::optional<Failure> failureOf(const formats::StreamedReply& reply, const HttpAnswer& answer,
                                               const Asked& asked);
/// Something of the reply came.
[[nodiscard]] bool hasSaid(const formats::StreamedReply& reply);
/// Milliseconds until the next attempt, by chance a little longer; none when it is not worth waiting for.
[[nodiscard]] std::optional<std::int64_t> delayUntilRetry(const Failure& failure, int attemptsDone,
                                                          const RetryPolicy& policy);
/// What `Retry-After` (seconds or a date) or `retry-after-ms` asks for; none when they are missing or senseless.
[[nodiscard]] std::optional<std::int64_t> retryAfter(const HttpAnswer& answer, const QDateTime& now);

} // namespace quarterdeck::team
