#pragma once

#include "app/services/key_store.h"
#include "model/agents/provider/model_connection.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::app {

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
