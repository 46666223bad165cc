#pragma once

#include "app/services/engine.h"
#include "app/services/keys.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/token_costs.h"
#include "model/conversation/error.h"
#include "model/session/post.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// The files of a folder that hold connections and the person's prices, as JSON, and never a key. A file that cannot be
/// read is put aside, so that nothing in it is lost when the next one is written. Thread: any, one at a time.
class ConnectionStore
{
public:
    explicit ConnectionStore(QString folder) : m_folder(std::move(folder)) { }
    /// The settings' folder.
    [[nodiscard]] static QString defaultFolder();

    /// Empty if nothing was saved yet.
    [[nodiscard]] conversation::Result<std::vector<team::ModelConnection>> connections() const;
    [[nodiscard]] conversation::Result<void> save(const std::vector<team::ModelConnection>& connections) const;
    /// What the person changed.
    [[nodiscard]] conversation::Result<team::PriceTable> prices() const;
    [[nodiscard]] conversation::Result<void> savePrices(const team::PriceTable& prices) const;

private:
    [[nodiscard]] conversation::Result<conversation::JsonValue> load(const char* name) const;
    [[nodiscard]] conversation::Result<void> write(const char* name, const conversation::JsonValue& value) const;
    [[nodiscard]] conversation::Error putAside(const char* name) const;

    QString m_folder;
};

} // namespace quarterdeck::app

namespace quarterdeck::team {
class ChatProviders;
}

namespace quarterdeck::app {

class ModelServersOnEngine;

/// The person's connections to model servers: what is stored of them, and the providers on the engine thread that
/// agents call. Make it before whatever calls models there, since parts of the engine end in reverse order. Thread: ui;
/// `engine` must outlive it.
class ModelServers final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ModelServers)
public:
    using TypedKeys = std::map<std::string, std::string>; ///< by connection
    using Saved = std::function<void(conversation::Result<void>)>;

    ModelServers(Engine& engine, ConnectionStore store, std::unique_ptr<KeyStore> keys, QObject* parent = nullptr);
    ~ModelServers() override;

    /// For the engine thread: use and release it only there.
    [[nodiscard]] std::shared_ptr<team::ChatProviders> providers() const;
    [[nodiscard]] const std::vector<team::ModelConnection>& connections() const { return m_connections; }
    /// The app's table with the person's changes.
    [[nodiscard]] team::PriceTable prices() const;
    [[nodiscard]] const team::PriceTable& changes() const { return m_changes; }
    /// The keys of all connections, for what must not leave the program.
    void readKeys(const std::function<void(const KeyManager::Keys&)>& done) { m_keys.readAll(m_connections, done); }
    /// What was wrong with the files when they were read; empty = nothing.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

    /// Replaces all connections. Keys are stored where their connection wants them; if that fails nothing else is
    /// changed, and `saved` says why.
    void save(std::vector<team::ModelConnection> connections, const TypedKeys& keys, Saved saved);
    /// The person's changes to the app's table.
    [[nodiscard]] conversation::Result<void> savePrices(const team::PriceTable& changes);
    /// Answers through `tested`; a test under way is abandoned. An empty key means the stored one.
    void test(const team::ModelConnection& connection, const std::string& key, const std::string& model);
    void cancelTest();

signals:
    void connectionsChanged();
    void pricesChanged();
    void tested(const quarterdeck::team::ConnectionTestReport& report);

private:
    struct KeyQuestion
    {
        team::ModelConnection connection;
        KeyStore::Read answer;
    };
    void load();
    void keepKeys(const std::vector<team::ModelConnection>& connections, TypedKeys keys, Saved saved);
    void takeConnections(std::vector<team::ModelConnection> connections, const Saved& saved);
    void hand();

    Engine& m_engine;
    ConnectionStore m_store;
    KeyManager m_keys;
    std::vector<team::ModelConnection> m_connections;
    team::PriceTable m_changes;
    std::string m_problem;
    ModelServersOnEngine* m_part = nullptr; ///< the engine's
    int m_test = 0;                         ///< the newest
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app
