#pragma once

#include "model/conversation/error.h"
#include "model/session/post.h"
#include "ui/images/remote_image_address.h"

#include <QByteArray>
#include <QHostAddress>
#include <QMap>
#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QSize>
#include <QSslConfiguration>
#include <QThreadPool>
#include <QTimer>

#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <vector>

class QHostInfo;
class QNetworkReply;
class QThreadPool;

namespace quarterdeck::ui {

/// Decoded and re-encoded by this program: of what was received, only the pixels remain.
struct FetchedPicture
{
    QByteArray bytes;
    QByteArray mediaType; ///< image/png or image/jpeg
    QSize size;
    QString name = {}; ///< the end of its address, chosen by somebody else; may be empty
    friend bool operator==(const FetchedPicture&, const FetchedPicture&) = default;
};

/// What a fetch needs from its environment; tests have their own.
struct FetchServices
{
    std::function<void(const QString& host, QObject* context, std::function<void(const QHostInfo&)> done)> resolve;
    std::function<bool(const QHostAddress&)> isAllowed;
    std::function<bool(const QUrl&)> hasProxy; ///< called on any thread; may be slow
    QSslConfiguration tls;
    int silenceMs = 15'000; ///< without a byte
    int limitMs = 40'000;   ///< in all
    qint64 mostBytes = 10'000'000;
    qint64 mostKeptBytes = 100'000'000; ///< of all of them; the newest is kept, however large
};
/// Public addresses only, with the system's resolver and certificates.
[[nodiscard]] FetchServices publicWays();

/// Fetches one picture: https, without cookies, referrer or credentials, from an address that was looked up once,
/// checked, and is the one connected to (the host's name is used for TLS and `Host` only). Each of at most three
/// redirections is checked in the same way. If the system has a proxy, nothing is fetched: the proxy would look the
/// name up itself. Deleting it aborts the fetch. Thread: one with an event loop.
class RemoteImageFetch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteImageFetch)
public:
    /// `decoding`: where pictures are decoded; it must outlive this.
    RemoteImageFetch(RemoteImageUrl address, FetchServices ways, QThreadPool& decoding, QObject* parent = nullptr);
    ~RemoteImageFetch() override;

    void start();
    [[nodiscard]] const QString& key() const { return m_key; }

    static constexpr int mostRedirections = 3;

signals:
    /// Once. Errors: NotAllowed for an address that must not be asked, UnreadableImage, Io; each a sentence that names
    /// the host.
    void finished(const quarterdeck::conversation::Result<quarterdeck::ui::FetchedPicture>& picture);

private:
    void lookUpProxy();
    void resolve();
    void check(const QHostInfo& found);
    void connectToNext();
    void listen(QNetworkReply* reply);
    void takeBytes();
    void takeReply();
    [[nodiscard]] bool redirect();
    void decode();
    void fail(conversation::ErrorCode code, const QString& sentence);
    void finish(const conversation::Result<FetchedPicture>& picture);

    QString m_key;
    QString m_name;
    RemoteImageUrl m_address; ///< of the current step
    FetchServices m_ways;
    QThreadPool& m_decoding;
    QNetworkAccessManager m_network;       ///< its own: it knows nothing of other fetches
    std::vector<QHostAddress> m_addresses; ///< checked, yet to be tried
    QPointer<QNetworkReply> m_reply;
    QByteArray m_bytes;
    QTimer m_limit;
    int m_redirections = 0;
    bool m_isOver = false;
    session::CallbackGuard m_receiver{this};
};

/// Whether remote pictures are loaded in a session.
enum class RemoteImagePolicy { Ask, Always, Never };
/// By session id; Ask for those not in it.
using RemoteImagePolicies = QMap<QString, RemoteImagePolicy>;

/// The remote pictures loaded since the program was started: kept in memory only, the newest of them. Loads a few at a
/// time, and decodes one by one; does not check whether it may. Thread: ui.
class RemoteImages final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteImages)
public:
    static constexpr std::size_t mostAtOnce = 3;
    static constexpr std::size_t mostWaiting = 4'000; ///< as many as the page knows

    explicit RemoteImages(FetchServices ways = publicWays(), QObject* parent = nullptr);
    ~RemoteImages() override;

    /// For what is loaded from here on.
    void setWays(FetchServices ways) { m_ways = std::move(ways); }
    /// `loaded` or `failed` follows, unless it is there or on its way.
    void load(const RemoteImageUrl& address);
    /// Aborts running fetches and drops waiting ones; nothing is reported for them.
    void stop();
    [[nodiscard]] bool isUnderWay(const QString& key) const;
    /// Null if it is not there; valid until the event loop runs.
    [[nodiscard]] const FetchedPicture* find(const QString& key) const;

signals:
    void loaded(const QString& key);
    void failed(const QString& key, const QString& sentence);

private:
    void startNext();
    void take(RemoteImageFetch* fetch, const conversation::Result<FetchedPicture>& picture);
    void keep(const QString& key, const FetchedPicture& picture);

    FetchServices m_ways;
    QThreadPool m_decoding; ///< one thread: a picture of 64 megapixels takes half a gigabyte
    QSet<QString> m_waitingKeys;
    std::deque<RemoteImageUrl> m_waiting;                 ///< the newest last
    std::vector<RemoteImageFetch*> m_running;             ///< children of this
    std::list<std::pair<QString, FetchedPicture>> m_kept; ///< the newest first
};

} // namespace quarterdeck::ui
