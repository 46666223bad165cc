#include "app/services/connection_store.h"
#include "model/session/atomic_file.h"
#include "model/session/private_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using conversation::Error;
using conversation::ErrorCode;
using conversation::JsonValue;
using conversation::Result;
using nlohmann::json;

namespace {

struct ConnectionStoreText
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionStore)
};

constexpr const char* connectionsFile = "connections.json";
constexpr const char* pricesFile = "prices.json";
constexpr qint64 maxBytes = 16 << 20;

} // namespace

QString ConnectionStore::defaultFolder()
{
    const QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("quarterdeck"),
                             QStringLiteral("quarterdeck"));
    return QFileInfo(settings.fileName()).absolutePath();
}

Result<JsonValue> ConnectionStore::load(const char* name) const
{
    QFile file(QDir(m_folder).filePath(QString::fromLatin1(name)));
    if (!file.exists())
        return JsonValue();
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(Error{ErrorCode::Io,
                                    ConnectionStoreText::tr("“%1” cannot be read: %2")
                                        .arg(QDir::toNativeSeparators(file.fileName()), file.errorString())
                                        .toStdString(),
                                    {}});
    const QByteArray bytes = file.read(maxBytes);
    json value = json::parse(bytes.begin(), bytes.end(), nullptr, false);
    if (!value.is_object())
        return tl::unexpected(putAside(name));
    return JsonValue(std::move(value));
}

Error ConnectionStore::putAside(const char* name) const
{
    const QString path = QDir(m_folder).filePath(QString::fromLatin1(name));
    QString aside = path + QStringLiteral(".unreadable");
    for (int number = 2; QFile::exists(aside); ++number)
        aside = path + QStringLiteral(".unreadable-%1").arg(number);
    QFile::rename(path, aside);
    return {
        ErrorCode::BadInput,
        ConnectionStoreText::tr("“%1” is not in the expected format. It is kept as “%2”, and a new file is started.")
            .arg(QDir::toNativeSeparators(path), QDir::toNativeSeparators(aside))
            .toStdString(),
        {}};
}

Result<void> ConnectionStore::write(const char* name, const JsonValue& value) const
{
    session::makePrivateFolder(m_folder);
    QSaveFile file(QDir(m_folder).filePath(QString::fromLatin1(name)));
    const std::string text = value.json().dump(4, ' ', false, json::error_handler_t::replace) + '\n';
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size())
        && session::commitAtomically(file);
    if (isWritten)
        return {};
    return tl::unexpected(Error{ErrorCode::Io,
                                ConnectionStoreText::tr("“%1” cannot be written: %2")
                                    .arg(QDir::toNativeSeparators(file.fileName()), file.errorString())
                                    .toStdString(),
                                {}});
}

Result<std::vector<team::ModelConnection>> ConnectionStore::connections() const
{
    auto loaded = load(connectionsFile);
    if (!loaded)
        return tl::unexpected(loaded.error());
    std::vector<team::ModelConnection> connections;
    if (loaded->isNull())
        return connections;
    const auto list = loaded->json().find("connections");
    if (list == loaded->json().end() || !list->is_array())
        return tl::unexpected(putAside(connectionsFile));
    for (const json& one : *list) {
        auto connection = team::connectionOf(JsonValue(one));
        if (!connection)
            return tl::unexpected(putAside(connectionsFile));
        connections.push_back(std::move(*connection));
    }
    return connections;
}

Result<void> ConnectionStore::save(const std::vector<team::ModelConnection>& connections) const
{
    json list = json::array();
    for (const team::ModelConnection& connection : connections)
        list.push_back(team::jsonOf(connection).json());
    return write(connectionsFile, JsonValue(json{{"version", 1}, {"connections", std::move(list)}}));
}

Result<team::PriceTable> ConnectionStore::prices() const
{
    auto loaded = load(pricesFile);
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (loaded->isNull())
        return team::PriceTable();
    auto table = team::PriceTable::fromJson(*loaded);
    if (!table)
        return tl::unexpected(putAside(pricesFile));
    return table;
}

Result<void> ConnectionStore::savePrices(const team::PriceTable& prices) const
{
    return write(pricesFile, prices.toJson());
}

} // namespace quarterdeck::app
