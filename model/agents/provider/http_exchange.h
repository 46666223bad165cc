#pragma once

#include "model/agents/coroutine_support.h"
#include "model/agents/provider/network_pool.h"

#include <QByteArray>
#include <QCoroTask>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace quarterdeck::team {

struct HttpRequest
{
    QNetworkRequest request;
    bool isPost = false;
    QByteArray body = {};
    std::int64_t timeoutMs = 300'000;
    std::int64_t idleMs = 60'000;
    std::int64_t maxBytes = std::int64_t{32} << 20; ///< of the answer
};

/// How an exchange ended. The body of a good answer (status 2xx) was passed on as it arrived.
struct HttpResponse
{
    enum class End { Complete, NetworkError, TimedOut, Idle, TooLarge, Cancelled };
    End end = End::Complete;
    int status = 0; ///< 0 = no head received
    std::string retryAfter;
    std::string retryAfterMs;
    std::string contentType;
    std::string location;
    std::string errorBody; ///< with another status: its beginning
    bool hasBody = false;  ///< at least a byte of a good answer came
    QNetworkReply::NetworkError error = QNetworkReply::NoError;
    std::string errorText;       ///< Qt's words
    bool isThroughProxy = false; ///< mentioned with an error
    std::int64_t durationMs = 0;
};

/// Takes the next bytes of a good answer; false = enough, the exchange is complete.
using TakeBytes = std::function<bool(std::string_view)>;

/// One request and its answer: redirects are not followed, cookies not kept, nothing is decompressed. Cancelling closes
/// the connection and resumes at once. Thread: the pool's.
[[nodiscard]] QCoro::Task<HttpResponse> exchange(std::shared_ptr<NetworkPool> pool, HttpRequest request,
                                                 std::shared_ptr<CancelToken> cancel, TakeBytes take);

} // namespace quarterdeck::team
