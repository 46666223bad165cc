#include "app/services/model_servers.h"

#include "model/agents/provider/chat_providers.h"
#include "model/session/post.h"
#include "model/session/private_memory.h"
#include "model/session/safe_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QSaveFile>
#include <QSettings>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

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

using team::ConnectionTestReport;
using team::ModelConnection;

namespace {

struct Tested
{
    int test = 0;
    ConnectionTestReport report;
};

QCoro::Task<void> tellReport(QCoro::Task<ConnectionTestReport> task, int test, std::function<void(Tested)> tell)
{
    ConnectionTestReport report = co_await task;
    Tested tested{test, std::move(report)};
    tell(std::move(tested));
}

} // namespace

/// Lives on the engine thread.
class ModelServersOnEngine final : public QObject
{
public:
    explicit ModelServersOnEngine(team::ProviderEnvironment environment)
        : providers(std::make_shared<team::ChatProviders>(std::move(environment)))
    { }

    void test(ModelConnection connection, std::string key, std::string model, int number,
              std::function<void(Tested)> tell)
    {
        cancelTest();
        m_test = std::make_shared<team::CancelToken>();
        tellReport(providers->test(std::move(connection), std::move(key), std::move(model), m_test), number,
                   std::move(tell));
    }
    void cancelTest()
    {
        if (const auto test = std::exchange(m_test, {}))
            test->cancel();
    }

    const std::shared_ptr<team::ChatProviders> providers;

private:
    std::shared_ptr<team::CancelToken> m_test;
};

ModelServers::ModelServers(Engine& engine, ConnectionStore store, std::unique_ptr<KeyStore> keys, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_store(std::move(store))
    , m_keys(std::move(keys))
{
    load();
    const auto ask = m_receiver.wrap<KeyQuestion>(
        [this](const KeyQuestion& question) { m_keys.read(question.connection, question.answer); });
    m_engine.addPart([&](session::SessionHub&) {
        team::ProviderEnvironment environment;
        QObject* context = m_engine.context();
        environment.readKey = [ask, context](const ModelConnection& connection, KeyStore::Read answer) {
            const auto answerThere = [context, answer](Result<std::string> key) {
                session::post(context, [answer, key = std::move(key)] { answer(key); });
            };
            ask({connection, answerThere});
        };
        environment.readAttachment = [library = m_engine.library()](const conversation::AttachmentHash& hash,
                                                                    session::Done<std::string> done) {
            library->readAttachment(hash, std::move(done));
        };
        m_part = new ModelServersOnEngine(std::move(environment));
        return m_part;
    });
    hand();
}

ModelServers::~ModelServers() { cancelTest(); }

std::shared_ptr<team::ChatProviders> ModelServers::providers() const { return m_part->providers; }

team::PriceTable ModelServers::prices() const { return team::PriceTable::builtIn().changedBy(m_changes); }

void ModelServers::load()
{
    const auto note = [this](const conversation::Error& error) {
        m_problem += (m_problem.empty() ? "" : "\n") + error.sentence;
    };
    if (auto connections = m_store.connections())
        m_connections = std::move(*connections);
    else
        note(connections.error());
    if (auto changes = m_store.prices())
        m_changes = std::move(*changes);
    else
        note(changes.error());
}

/// Hands them to the engine thread.
void ModelServers::hand()
{
    session::post(m_part, [part = m_part, connections = m_connections, prices = prices()] {
        part->providers->setConnections(connections);
        part->providers->setPrices(prices);
    });
}

void ModelServers::save(std::vector<ModelConnection> connections, const TypedKeys& keys, Saved saved)
{
    for (const ModelConnection& connection : connections)
        if (auto problem = team::problemOf(connection))
            return saved(tl::unexpected(std::move(*problem)));
    TypedKeys known;
    std::ranges::copy_if(keys, std::inserter(known, known.end()), [&](const auto& key) {
        return !key.second.empty()
            && std::ranges::find(connections, key.first, &ModelConnection::id) != connections.end();
    });
    Saved then = [this, connections, saved](const Result<void>& kept) {
        if (kept)
            takeConnections(connections, saved);
        else
            saved(kept);
    };
    keepKeys(connections, std::move(known), std::move(then));
}

/// One after the other, so that a locked keyring prompts only once.
void ModelServers::keepKeys(const std::vector<ModelConnection>& connections, TypedKeys keys, Saved saved)
{
    if (keys.empty())
        return saved({});
    const auto [id, key] = *keys.begin();
    keys.erase(keys.begin());
    const ModelConnection connection = *std::ranges::find(connections, id, &ModelConnection::id);
    const auto next = [self = QPointer<ModelServers>(this), connections, keys = std::move(keys),
                       saved = std::move(saved), name = id](const Result<void>& kept) {
        if (!self)
            return;
        if (!kept)
            return saved(kept);
        session::post(self->m_part, [part = self->m_part, name] { part->providers->forgetKey(name); });
        self->keepKeys(connections, keys, saved);
    };
    m_keys.keep(connection, key, next);
}

void ModelServers::takeConnections(std::vector<ModelConnection> connections, const Saved& saved)
{
    if (auto written = m_store.save(connections); !written)
        return saved(written);
    for (const ModelConnection& old : m_connections) {
        const auto now = std::ranges::find(connections, old.id, &ModelConnection::id);
        if (now == connections.end() || now->keySource != old.keySource)
            m_keys.forget(old);
    }
    m_connections = std::move(connections);
    hand();
    saved({});
    emit connectionsChanged();
}

Result<void> ModelServers::savePrices(const team::PriceTable& changes)
{
    auto written = m_store.savePrices(changes);
    if (written) {
        m_changes = changes;
        hand();
        emit pricesChanged();
    }
    return written;
}

void ModelServers::test(const ModelConnection& connection, const std::string& key, const std::string& model)
{
    if (!key.empty())
        session::keepMemoryPrivate();
    const int number = ++m_test;
    const auto tell = m_receiver.wrap<Tested>([this](const Tested& done) {
        if (done.test == m_test)
            emit tested(done.report);
    });
    session::post(m_part, [part = m_part, connection, key, model, number, tell] {
        part->test(connection, key, model, number, tell);
    });
}

void ModelServers::cancelTest()
{
    ++m_test;
    session::post(m_part, [part = m_part] { part->cancelTest(); });
}

} // namespace quarterdeck::app
