#pragma once

#include "ui/images/remote_image_fetch.h"

#include <QMap>
#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <cstddef>
#include <deque>
#include <list>
#include <vector>

namespace quarterdeck::ui {

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
