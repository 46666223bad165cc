#pragma once

#include <QNetworkAccessManager>
#include <map>
#include <memory>

namespace quarterdeck::team {

/// Network managers for any number of simultaneous calls: each has at most six connections to a server, so more are
/// made as needed. They use the system's proxy (never towards this computer itself) and certificates, keep no cookies
/// and store nothing. Thread: the one that made it.
class NetworkPool
{
public:
    /// For one request, until `giveBack`.
    [[nodiscard]] QNetworkAccessManager* take();
    void giveBack(QNetworkAccessManager* manager);
    /// There is a proxy on the way.
    [[nodiscard]] static bool usesProxy(const QUrl& url);

private:
    struct Entry
    {
        std::unique_ptr<QNetworkAccessManager> manager;
        int running = 0;
    };
    std::map<QNetworkAccessManager*, Entry> m_managers;
};

} // namespace quarterdeck::team
