#include "model/agents/provider/http_exchange.h"

#include "model/agents/coroutine_support.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <limits>
#include <utility>

namespace quarterdeck::team {

namespace {

constexpr qsizetype maxErrorBytes = 64 * 1024;
constexpr qint64 readBufferBytes = 1 << 20;
/// How long a connection may take to finish after everything was said, so that it can be reused.
constexpr int drainMs = 2000;

int milliseconds(std::int64_t wanted)
{
    return static_cast<int>(std::clamp<std::int64_t>(wanted, 0, std::numeric_limits<int>::max()));
}

QNetworkRequest hardened(QNetworkRequest request)
{
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    // HTTP/2 streams share a connection, and aborting one would abort the others.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setRawHeader("Accept-Encoding", "identity"); // small answers must not become large ones here
    return request;
}

/// Lives until its connection is done and then deletes itself; the promise it resolves may be gone long before.
class Exchange final : public QObject
{
public:
    Exchange(std::shared_ptr<NetworkPool> pool, HttpRequest request, std::shared_ptr<OneShot<HttpResponse>> result,
             TakeBytes take);
    ~Exchange() override;
    Q_DISABLE_COPY_MOVE(Exchange)

    void start();
    void cancel() { end(HttpResponse::End::Cancelled); }

private:
    void takeHead();
    void takeBytes();
    void takeEnd();
    void end(HttpResponse::End how);
    void leave();

    std::shared_ptr<NetworkPool> m_pool;
    QNetworkAccessManager* m_manager;
    HttpRequest m_request;
    std::shared_ptr<OneShot<HttpResponse>> m_result;
    TakeBytes m_take;
    QNetworkReply* m_reply = nullptr;
    QTimer m_deadline;
    QTimer m_idle;
    QElapsedTimer m_clock;
    std::int64_t m_received = 0;
    HttpResponse m_answer;
    bool m_isEnded = false;
};

Exchange::Exchange(std::shared_ptr<NetworkPool> pool, HttpRequest request,
                   std::shared_ptr<OneShot<HttpResponse>> result, TakeBytes take)
    : m_pool(std::move(pool))
    , m_manager(m_pool->take())
    , m_request(std::move(request))
    , m_result(std::move(result))
    , m_take(std::move(take))
{
    m_deadline.setSingleShot(true);
    m_idle.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { end(HttpResponse::End::TimedOut); });
    connect(&m_idle, &QTimer::timeout, this, [this] { end(HttpResponse::End::Idle); });
}

Exchange::~Exchange()
{
    delete m_reply; // before its manager, which the pool may take along
    m_pool->giveBack(m_manager);
}

void Exchange::start()
{
    const QNetworkRequest request = hardened(m_request.request);
    m_clock.start();
    m_reply = m_request.isPost ? m_manager->post(request, m_request.body) : m_manager->get(request);
    m_reply->setParent(this);
    m_reply->setReadBufferSize(readBufferBytes);
    connect(m_reply, &QNetworkReply::readyRead, this, &Exchange::takeBytes);
    connect(m_reply, &QNetworkReply::finished, this, &Exchange::takeEnd);
    connect(m_reply, &QNetworkReply::uploadProgress, this, [this] { m_idle.start(); });
    m_deadline.start(milliseconds(m_request.timeoutMs));
    m_idle.start(milliseconds(m_request.idleMs));
}

void Exchange::takeHead()
{
    m_answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    m_answer.retryAfter = m_reply->rawHeader("Retry-After").toStdString();
    m_answer.retryAfterMs = m_reply->rawHeader("retry-after-ms").toStdString();
    m_answer.contentType = m_reply->rawHeader("Content-Type").toStdString();
    m_answer.location = m_reply->rawHeader("Location").toStdString();
}

void Exchange::takeBytes()
{
    const QByteArray bytes = m_reply->readAll();
    if (m_isEnded || bytes.isEmpty())
        return;
    m_idle.start();
    takeHead();
    m_received += bytes.size();
    if (m_received > m_request.maxBytes)
        return end(HttpResponse::End::TooLarge);
    if (m_answer.status < 200 || m_answer.status >= 300) {
        const qsizetype room = maxErrorBytes - static_cast<qsizetype>(m_answer.errorBody.size());
        m_answer.errorBody.append(bytes.constData(),
                                  static_cast<std::size_t>(std::clamp<qsizetype>(room, 0, bytes.size())));
        return;
    }
    m_answer.hasBody = true;
    const TakeBytes take = m_take; // whoever is told may cancel this exchange meanwhile
    if (!take(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))))
        end(HttpResponse::End::Complete);
}

void Exchange::takeEnd()
{
    if (m_isEnded)
        return leave();
    takeBytes();
    if (m_isEnded)
        return;
    takeHead();
    const QNetworkReply::NetworkError error = m_reply->error();
    const bool isOfHttp = m_answer.status >= 300; // Qt calls these errors, too; the status says more
    m_answer.error = error;
    m_answer.errorText = m_reply->errorString().toStdString();
    m_answer.isThroughProxy = error != QNetworkReply::NoError && NetworkPool::usesProxy(m_reply->url());
    end(error == QNetworkReply::NoError || isOfHttp ? HttpResponse::End::Complete : HttpResponse::End::NetworkError);
}

void Exchange::end(HttpResponse::End how)
{
    if (m_isEnded)
        return;
    m_isEnded = true;
    m_idle.stop();
    m_answer.end = how;
    m_answer.durationMs = m_clock.elapsed();
    const bool mayDrain = how == HttpResponse::End::Complete && !m_reply->isFinished();
    if (mayDrain) {
        m_deadline.disconnect(this);
        connect(&m_deadline, &QTimer::timeout, this, &Exchange::leave);
        m_deadline.start(drainMs);
    } else {
        leave();
    }
    m_take = nullptr;
    const std::shared_ptr<OneShot<HttpResponse>> result = std::move(m_result);
    result->resolve(std::move(m_answer)); // the last: whoever waits goes on within
}

void Exchange::leave()
{
    m_deadline.stop();
    m_reply->disconnect(this);
    if (!m_reply->isFinished())
        m_reply->abort();
    deleteLater();
}

} // namespace

QCoro::Task<HttpResponse> exchange(std::shared_ptr<NetworkPool> pool, HttpRequest request,
                                   std::shared_ptr<CancelToken> cancel, TakeBytes take)
{
    if (cancel->isCancelled()) {
        HttpResponse answer;
        answer.end = HttpResponse::End::Cancelled;
        co_return answer;
    }
    auto result = std::make_shared<OneShot<HttpResponse>>();
    // Deletes itself when its connection is done; until then nothing else does.
    const QPointer<Exchange> running = new Exchange(std::move(pool), std::move(request), result, std::move(take));
    const Callbacks::Registration onCancel = cancel->onCancel([running] {
        if (running)
            running->cancel();
    });
    running->start();
    HttpResponse answer = co_await valueOf(result);
    co_return answer;
}

} // namespace quarterdeck::team
