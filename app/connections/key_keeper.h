#pragma once

#include "app/connections/key_store.h"
#include "team/provider/connection.h"

#include <map>
#include <memory>
#include <string>

namespace quarterdeck::app {

/// Finds and keeps the key of a connection where the person wants it: in a store, in the environment, or in memory for
/// this run. Never in a file of this program. Thread: ui.
class KeyKeeper
{
public:
    explicit KeyKeeper(std::unique_ptr<KeyStore> store) : m_store(std::move(store)) { }

    /// Empty where there is none. Errors: NotFound for a variable that is not set, and those of the store.
    void read(const team::Connection& connection, KeyStore::Read done);
    /// Nothing is to be kept of a connection whose key comes from elsewhere.
    void keep(const team::Connection& connection, const std::string& key, KeyStore::Done done);
    /// The key where this connection has it: it is gone, or has its key elsewhere now.
    void forget(const team::Connection& connection);

private:
    std::unique_ptr<KeyStore> m_store;
    std::map<std::string, std::string> m_ofThisRun;
};

} // namespace quarterdeck::app
