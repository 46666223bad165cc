#include "model/agents/provider/addresses.h"

#include <QHostAddress>
#include <array>

namespace quarterdeck::team {

namespace {

/// Paths of whole endpoints, which people copy from documentation.
constexpr std::array endpoints = {"/chat/completions", "/messages", "/models", "/completions"};

QString withoutEnding(QString path)
{
    while (path.endsWith(u'/'))
        path.chop(1);
    for (const char* endpoint : endpoints) {
        if (path.endsWith(QLatin1String(endpoint))) {
            path.chop(static_cast<qsizetype>(std::char_traits<char>::length(endpoint)));
            break;
        }
    }
    while (path.endsWith(u'/'))
        path.chop(1);
    return path;
}

/// The URL below which a protocol's endpoints are.
std::optional<QUrl> baseUrl(const ModelConnection& connection)
{
    QUrl url(QString::fromStdString(connection.address).trimmed(), QUrl::StrictMode);
    const bool isWeb = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    if (!url.isValid() || !isWeb || url.host().isEmpty() || !url.userInfo().isEmpty())
        return std::nullopt;
    QString path = withoutEnding(url.path());
    const bool isVersioned = path.endsWith(QStringLiteral("/v1"));
    if (path.isEmpty() || (connection.protocol == Protocol::Anthropic && !isVersioned))
        path += QStringLiteral("/v1");
    url.setPath(path);
    url.setQuery(QString());
    url.setFragment(QString());
    return url;
}

std::optional<QUrl> endpoint(const ModelConnection& connection, const char* ending)
{
    auto url = baseUrl(connection);
    if (url)
        url->setPath(url->path() + QLatin1String(ending));
    return url;
}

} // namespace

std::optional<QUrl> chatUrl(const ModelConnection& connection)
{
    return endpoint(connection, connection.protocol == Protocol::Anthropic ? "/messages" : "/chat/completions");
}

std::optional<QUrl> modelsUrl(const ModelConnection& connection) { return endpoint(connection, "/models"); }

QString placeOf(const ModelConnection& connection)
{
    const auto url = baseUrl(connection);
    if (!url)
        return QString::fromStdString(connection.address);
    return url->toString(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo);
}

bool isLoopback(const QString& host)
{
    return host.compare(QStringLiteral("localhost"), Qt::CaseInsensitive) == 0
        || host.endsWith(QStringLiteral(".localhost"), Qt::CaseInsensitive) || QHostAddress(host).isLoopback();
}

} // namespace quarterdeck::team
