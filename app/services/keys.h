#pragma once

#include "model/agents/provider/model_connection.h"
#include "model/conversation/error.h"

#include <QObject>
#include <QtGlobal>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::app {

/// Permanent storage of keys, by the ids of their connections. Answers come at once or later, on the ui thread; none is
/// omitted. Thread: ui.
class KeyStore
{
public:
    using Read = std::function<void(conversation::Result<std::string>)>;
    using Done = std::function<void(conversation::Result<void>)>;

    KeyStore() = default;
    virtual ~KeyStore() = default;
    Q_DISABLE_COPY_MOVE(KeyStore)

    /// Empty if there is none.
    virtual void read(const std::string& connection, Read done) = 0;
    virtual void write(const std::string& connection, const std::string& key, Done done) = 0;
    /// Removing a missing one succeeds, too.
    virtual void remove(const std::string& connection, Done done) = 0;
};

/// Reads and stores a connection's key where the person wants it: in a store, in the environment, or in memory for this
/// run. Never in a file of this program. With the first key, the process's memory becomes private. Thread: ui.
class KeyManager
{
public:
    explicit KeyManager(std::unique_ptr<KeyStore> store) : m_store(std::move(store)) { }

    /// What an export takes out, whatever it looks like.
    struct Keys
    {
        std::vector<std::string> keys;
        bool isComplete = true; ///< false: the store did not give one of them
    };
    /// The keys of all these connections.
    void readAll(const std::vector<team::ModelConnection>& connections, const std::function<void(const Keys&)>& done);
    /// Empty if there is none. Errors: NotFound for a variable that is not set, and those of the store.
    void read(const team::ModelConnection& connection, KeyStore::Read done);
    /// If the key comes from elsewhere, nothing is stored.
    void keep(const team::ModelConnection& connection, const std::string& key, KeyStore::Done done);
    /// Removes the key from where this connection had it: the connection is gone, or its key is elsewhere now.
    void forget(const team::ModelConnection& connection);

private:
    std::unique_ptr<KeyStore> m_store;
    std::map<std::string, std::string> m_ofThisRun;
};

} // namespace quarterdeck::app

namespace QKeychain {
class Job;
}

namespace quarterdeck::app {

/// The desktop's keyring. It may ask the person to unlock it, so an answer takes as long as they do, up to a time-out.
/// If there is no keyring, nothing is stored elsewhere: that is an error, and the person's decision. Thread: ui.
class Keyring final : public QObject, public KeyStore
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Keyring)
public:
    explicit Keyring(int timeoutMs = 120'000, QObject* parent = nullptr);

    void read(const std::string& connection, Read done) override;
    void write(const std::string& connection, const std::string& key, Done done) override;
    void remove(const std::string& connection, Done done) override;

private:
    using Finished = std::function<void(const QKeychain::Job*)>;
    /// `finished` is called once: with the job, or with null if that took too long.
    void start(QKeychain::Job* job, const std::string& connection, Finished finished);

    int m_timeoutMs;
};

} // namespace quarterdeck::app
