#include "ui/images/remote_images.h"

#include "ui/images/image_input.h"
#include "ui/images/remote_image_address.h"

#include <QBuffer>
#include <QColorSpace>
#include <QCoreApplication>
#include <QHostInfo>
#include <QNetworkProxyFactory>
#include <QNetworkReply>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

struct Pictures
{
    Q_DECLARE_TR_FUNCTIONS(Pictures)
};

constexpr int okStatus = 200;
constexpr int jpegQuality = 92;
constexpr std::size_t mostAddresses = 4;

void resolveBySystem(const QString& host, QObject* context, std::function<void(const QHostInfo&)> done)
{
    QHostInfo::lookupHost(host, context, [done = std::move(done)](const QHostInfo& found) { done(found); });
}

bool hasSystemProxy(const QUrl& url)
{
    const QList<QNetworkProxy> proxies = QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(url));
    return std::any_of(proxies.begin(), proxies.end(), [](const QNetworkProxy& proxy) {
        return proxy.type() != QNetworkProxy::NoProxy && proxy.type() != QNetworkProxy::DefaultProxy;
    });
}

QString hostHeader(const RemoteImageUrl& address)
{
    const QString host = address.host.contains(u':') ? QStringLiteral("[%1]").arg(address.host) : address.host;
    const int port = address.url.port();
    return port < 0 ? host : QStringLiteral("%1:%2").arg(host).arg(port);
}

/// To this address and no other; the name serves TLS and the server.
QNetworkRequest requestTo(const QHostAddress& target, const RemoteImageUrl& address, const FetchServices& ways)
{
    QUrl url = address.url;
    url.setHost(target.toString());
    QNetworkRequest request(url);
    request.setPeerVerifyName(address.host);
    request.setSslConfiguration(ways.tls);
    request.setTransferTimeout(ways.silenceMs);
    request.setRawHeader("Host", hostHeader(address).toLatin1());
    request.setRawHeader("User-Agent", "Quarterdeck");
    request.setRawHeader("Accept", "image/png, image/jpeg, image/webp, image/gif");
    request.setRawHeader("Accept-Encoding", "identity"); // what is counted is what comes
    request.setRawHeader("Accept-Language", "*");
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false); // it would name the address as the host
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    return request;
}

/// For these errors, another address of the same host may do better.
bool isOfConnection(QNetworkReply::NetworkError error)
{
    return error == QNetworkReply::ConnectionRefusedError || error == QNetworkReply::HostNotFoundError
        || error == QNetworkReply::NetworkSessionFailedError || error == QNetworkReply::UnknownNetworkError
        || error == QNetworkReply::TemporaryNetworkFailureError;
}

/// In the screen's colours. An image's texts and profiles do not come along with its pixels.
QImage pixelsOf(QImage image)
{
    if (image.colorSpace().isValid() && image.colorSpace() != QColorSpace(QColorSpace::SRgb))
        image.convertToColorSpace(QColorSpace::SRgb);
    const bool hasAlpha = image.hasAlphaChannel();
    image.convertTo(hasAlpha ? QImage::Format_ARGB32 : QImage::Format_RGB32);
    return image;
}

Result<FetchedPicture> madeAnew(const QByteArray& bytes, const QString& host, const QString& name)
{
    const Result<DecodedImage> decoded = decodeImage(bytes, host);
    if (!decoded)
        return tl::make_unexpected(decoded.error());
    const bool isPhotograph = decoded->mediaType == QLatin1StringView("image/jpeg");
    const QImage image = pixelsOf(decoded->image);
    const QImage plain(image.constBits(), image.width(), image.height(), image.bytesPerLine(), image.format());
    FetchedPicture picture{{}, isPhotograph ? "image/jpeg" : "image/png", image.size(), name};
    QBuffer buffer(&picture.bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!plain.save(&buffer, isPhotograph ? "JPEG" : "PNG", isPhotograph ? jpegQuality : -1))
        return tl::make_unexpected(Error{ErrorCode::UnreadableImage,
                                         Pictures::tr("The image from %1 could not be read.").arg(host).toStdString(),
                                         {}});
    return picture;
}

} // namespace

FetchServices publicWays()
{
    FetchServices ways;
    ways.resolve = resolveBySystem;
    ways.isAllowed = isPublicAddress;
    ways.hasProxy = hasSystemProxy;
    ways.tls = QSslConfiguration::defaultConfiguration();
    return ways;
}

RemoteImageFetch::RemoteImageFetch(RemoteImageUrl address, FetchServices ways, QThreadPool& decoding, QObject* parent)
    : QObject(parent)
    , m_key(address.key)
    , m_name(address.url.fileName())
    , m_address(std::move(address))
    , m_ways(std::move(ways))
    , m_decoding(decoding)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_limit.setSingleShot(true);
    m_limit.setInterval(m_ways.limitMs);
    connect(&m_limit, &QTimer::timeout, this,
            [this] { fail(ErrorCode::Io, Pictures::tr("%1 did not answer in time.").arg(m_address.host)); });
}

RemoteImageFetch::~RemoteImageFetch()
{
    m_isOver = true;
    if (m_reply)
        m_reply->disconnect(this);
}

void RemoteImageFetch::start()
{
    m_limit.start();
    lookUpProxy();
}

void RemoteImageFetch::lookUpProxy()
{
    const auto told = m_receiver.wrap<bool>([this](bool hasProxy) {
        if (m_isOver)
            return;
        if (hasProxy)
            fail(ErrorCode::NotAllowed,
                 Pictures::tr("Not loaded: this computer uses a proxy, so Quarterdeck cannot check where %1 leads.")
                     .arg(m_address.host));
        else
            resolve();
    });
    QThreadPool::globalInstance()->start([told, ask = m_ways.hasProxy, url = m_address.url] { told(ask(url)); });
}

void RemoteImageFetch::resolve()
{
    const QHostAddress literal(m_address.host);
    if (literal.isNull()) {
        m_ways.resolve(m_address.host, this, [this](const QHostInfo& found) { check(found); });
        return;
    }
    QHostInfo itself;
    itself.setAddresses({literal});
    check(itself);
}

/// A single address that is not public is reason to refuse: an internet host has none.
void RemoteImageFetch::check(const QHostInfo& found)
{
    if (m_isOver)
        return;
    const QList<QHostAddress> addresses = found.addresses();
    if (addresses.isEmpty()) {
        fail(ErrorCode::Io, Pictures::tr("The host %1 was not found.").arg(m_address.host));
        return;
    }
    if (!std::all_of(addresses.begin(), addresses.end(), m_ways.isAllowed)) {
        fail(ErrorCode::NotAllowed,
             Pictures::tr("Not loaded: %1 is not a public internet address.").arg(m_address.host));
        return;
    }
    m_addresses.assign(addresses.begin(), addresses.end());
    std::stable_partition(m_addresses.begin(), m_addresses.end(), [](const QHostAddress& address) {
        return address.protocol() == QAbstractSocket::IPv4Protocol;
    });
    m_addresses.resize(std::min(m_addresses.size(), mostAddresses));
    connectToNext();
}

void RemoteImageFetch::connectToNext()
{
    const QHostAddress target = m_addresses.front();
    m_addresses.erase(m_addresses.begin());
    m_bytes.clear();
    listen(m_network.get(requestTo(target, m_address, m_ways)));
}

void RemoteImageFetch::listen(QNetworkReply* reply)
{
    m_reply = reply;
    reply->setReadBufferSize(m_ways.mostBytes + 1);
    connect(reply, &QNetworkReply::readyRead, this, &RemoteImageFetch::takeBytes);
    connect(reply, &QNetworkReply::finished, this, &RemoteImageFetch::takeReply);
}

void RemoteImageFetch::takeBytes()
{
    if (m_isOver)
        return;
    if (m_reply->isReadable())
        m_bytes += m_reply->readAll();
    const qint64 said = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
    if (std::max<qint64>(said, m_bytes.size()) > m_ways.mostBytes)
        fail(ErrorCode::UnreadableImage,
             Pictures::tr("Not loaded: the image from %1 is larger than %2 MB.")
                 .arg(m_address.host)
                 .arg(m_ways.mostBytes / 1'000'000));
}

void RemoteImageFetch::takeReply()
{
    if (m_isOver)
        return;
    m_reply->deleteLater();
    takeBytes();
    if (m_isOver || redirect())
        return;
    const QNetworkReply::NetworkError error = m_reply->error();
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status == 0 && isOfConnection(error) && !m_addresses.empty())
        connectToNext();
    else if (error == QNetworkReply::SslHandshakeFailedError)
        fail(ErrorCode::Io, Pictures::tr("Not loaded: %1 could not prove its identity.").arg(m_address.host));
    else if (error == QNetworkReply::OperationCanceledError || error == QNetworkReply::TimeoutError)
        fail(ErrorCode::Io, Pictures::tr("%1 did not answer in time.").arg(m_address.host));
    else if (status != 0 && status != okStatus)
        fail(ErrorCode::Io, Pictures::tr("%1 refused the image (status %2).").arg(m_address.host).arg(status));
    else if (error != QNetworkReply::NoError)
        fail(ErrorCode::Io, Pictures::tr("%1 could not be reached.").arg(m_address.host));
    else
        decode();
}

bool RemoteImageFetch::redirect()
{
    const QUrl target = m_reply->attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl();
    if (!target.isValid())
        return false;
    // Relative to the address as written, not as connected to.
    const auto next = remoteImageUrl(QString::fromLatin1(m_address.url.resolved(target).toEncoded()));
    if (!next) {
        fail(ErrorCode::NotAllowed,
             Pictures::tr("Not loaded: %1 redirects to an address that is not allowed.").arg(m_address.host));
    } else if (++m_redirections > mostRedirections) {
        fail(ErrorCode::NotAllowed, Pictures::tr("Not loaded: %1 redirects too many times.").arg(m_address.host));
    } else {
        m_address = *next;
        lookUpProxy();
    }
    return true;
}

void RemoteImageFetch::decode()
{
    using Picture = Result<FetchedPicture>;
    const auto done = m_receiver.wrap<Picture>([this](const Picture& picture) {
        if (!m_isOver)
            finish(picture);
    });
    m_decoding.start([done, bytes = std::exchange(m_bytes, {}), host = m_address.host, name = m_name] {
        done(madeAnew(bytes, host, name));
    });
}

void RemoteImageFetch::fail(ErrorCode code, const QString& sentence)
{
    finish(tl::make_unexpected(Error{code, sentence.toStdString(), {}}));
}

void RemoteImageFetch::finish(const Result<FetchedPicture>& picture)
{
    m_isOver = true;
    m_limit.stop();
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->deleteLater(); // which ends it; not from within its own signal
    }
    emit finished(picture);
}

RemoteImages::RemoteImages(FetchServices ways, QObject* parent) : QObject(parent), m_ways(std::move(ways))
{
    m_decoding.setMaxThreadCount(1);
}

RemoteImages::~RemoteImages()
{
    stop();
    m_decoding.clear();
}

bool RemoteImages::isUnderWay(const QString& key) const
{
    return std::any_of(m_running.begin(), m_running.end(),
                       [&](const RemoteImageFetch* one) { return one->key() == key; })
        || m_waitingKeys.contains(key);
}

const FetchedPicture* RemoteImages::find(const QString& key) const
{
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&](const auto& kept) { return kept.first == key; });
    return found == m_kept.end() ? nullptr : &found->second;
}

void RemoteImages::load(const RemoteImageUrl& address)
{
    if (find(address.key) != nullptr || isUnderWay(address.key))
        return;
    m_waiting.push_back(address);
    m_waitingKeys.insert(address.key);
    if (m_waiting.size() > mostWaiting) {
        const QString left = m_waiting.front().key;
        m_waiting.pop_front();
        m_waitingKeys.remove(left);
        emit failed(left, tr("Not loaded: too many images were requested at once."));
    }
    startNext();
}

void RemoteImages::stop()
{
    m_waiting.clear();
    m_waitingKeys.clear();
    for (RemoteImageFetch* fetch : std::exchange(m_running, {}))
        delete fetch;
}

/// The most recent request is what somebody is looking at.
void RemoteImages::startNext()
{
    while (!m_waiting.empty() && m_running.size() < mostAtOnce) {
        m_waitingKeys.remove(m_waiting.back().key);
        auto* fetch = new RemoteImageFetch(std::move(m_waiting.back()), m_ways, m_decoding, this);
        m_waiting.pop_back();
        m_running.push_back(fetch);
        connect(fetch, &RemoteImageFetch::finished, this,
                [this, fetch](const conversation::Result<FetchedPicture>& picture) { take(fetch, picture); });
        fetch->start();
    }
}

void RemoteImages::take(RemoteImageFetch* fetch, const conversation::Result<FetchedPicture>& picture)
{
    const QString key = fetch->key();
    m_running.erase(std::remove(m_running.begin(), m_running.end(), fetch), m_running.end());
    fetch->deleteLater();
    if (picture)
        keep(key, *picture);
    startNext();
    if (picture)
        emit loaded(key);
    else
        emit failed(key, QString::fromStdString(picture.error().sentence));
}

void RemoteImages::keep(const QString& key, const FetchedPicture& picture)
{
    m_kept.emplace_front(key, picture);
    qint64 bytes = 0;
    for (auto it = m_kept.begin(); it != m_kept.end(); ++it) {
        bytes += it->second.bytes.size();
        if (bytes > m_ways.mostKeptBytes && it != m_kept.begin()) {
            m_kept.erase(it, m_kept.end());
            return;
        }
    }
}

} // namespace quarterdeck::ui
