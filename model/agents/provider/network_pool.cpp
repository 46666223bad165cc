#include "model/agents/provider/network_pool.h"

#include "model/agents/provider/model_connection.h"

#include <QNetworkProxy>

namespace quarterdeck::team {

namespace {

constexpr int mostOfOneManager = 6; // the connections that Qt opens to one server

class SystemProxies final : public QNetworkProxyFactory
{
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery& query) override
    {
        if (isLoopback(query.peerHostName()))
            return {QNetworkProxy(QNetworkProxy::NoProxy)};
        return systemProxyForQuery(query);
    }
};

std::unique_ptr<QNetworkAccessManager> makeManager()
{
    auto manager = std::make_unique<QNetworkAccessManager>();
    manager->setProxyFactory(new SystemProxies); // the manager's from here on
    manager->setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
    return manager;
}

} // namespace

QNetworkAccessManager* NetworkPool::take()
{
    for (auto& [manager, entry] : m_managers) {
        if (entry.running < mostOfOneManager) {
            ++entry.running;
            return manager;
        }
    }
    auto made = makeManager();
    QNetworkAccessManager* manager = made.get();
    m_managers[manager] = {std::move(made), 1};
    return manager;
}

bool NetworkPool::usesProxy(const QUrl& url)
{
    const QList<QNetworkProxy> proxies = SystemProxies().queryProxy(QNetworkProxyQuery(url));
    return !proxies.isEmpty() && proxies.first().type() != QNetworkProxy::NoProxy;
}

void NetworkPool::giveBack(QNetworkAccessManager* manager) { --m_managers.at(manager).running; }

} // namespace quarterdeck::team
