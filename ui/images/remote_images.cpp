#include "ui/images/remote_images.h"

#include <algorithm>

namespace quarterdeck::ui {

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
