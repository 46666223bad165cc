#include "app/services/key_manager.h"

#include "model/session/private_memory.h"

#include <QCoreApplication>
#include <utility>

namespace quarterdeck::app {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;
using team::KeySource;

namespace {

struct KeyManagerText
{
    Q_DECLARE_TR_FUNCTIONS(KeyManager)
};

Result<std::string> ofEnvironment(const team::ModelConnection& connection)
{
    const QString key = qEnvironmentVariable(connection.keyVariable.c_str());
    if (key.isEmpty())
        return tl::unexpected(
            Error{ErrorCode::NotFound,
                  KeyManagerText::tr("The environment variable %2, which should hold the key for “%1”, is not set.")
                      .arg(QString::fromStdString(connection.name), QString::fromStdString(connection.keyVariable))
                      .toStdString(),
                  {}});
    return key.toStdString();
}

/// Whoever is told it has it in memory.
KeyStore::Read privately(KeyStore::Read done)
{
    return [done = std::move(done)](Result<std::string> key) {
        if (key && !key->empty())
            session::keepMemoryPrivate();
        done(std::move(key));
    };
}

} // namespace

void KeyManager::readAll(const std::vector<team::ModelConnection>& connections,
                         const std::function<void(const Keys&)>& done)
{
    struct Reading
    {
        Keys result;
        std::size_t left;
    };
    if (connections.empty())
        return done({});
    const auto reading = std::make_shared<Reading>(Reading{{}, connections.size()});
    for (const team::ModelConnection& connection : connections) {
        read(connection, [reading, done, source = connection.keySource](const Result<std::string>& key) {
            if (key && !key->empty())
                reading->result.keys.push_back(*key);
            else if (!key && source == KeySource::Keyring)
                reading->result.isComplete = false;
            if (--reading->left == 0)
                done(reading->result);
        });
    }
}

void KeyManager::read(const team::ModelConnection& connection, KeyStore::Read done)
{
    done = privately(std::move(done));
    switch (connection.keySource) {
    case KeySource::None:
        return done(std::string());
    case KeySource::Keyring:
        return m_store->read(connection.id, std::move(done));
    case KeySource::Environment:
        return done(ofEnvironment(connection));
    case KeySource::ThisRun:
        const auto found = m_ofThisRun.find(connection.id);
        return done(found == m_ofThisRun.end() ? std::string() : found->second);
    }
}

void KeyManager::keep(const team::ModelConnection& connection, const std::string& key, KeyStore::Done done)
{
    if (!key.empty())
        session::keepMemoryPrivate();
    if (connection.keySource == KeySource::Keyring)
        return m_store->write(connection.id, key, std::move(done));
    if (connection.keySource == KeySource::ThisRun)
        m_ofThisRun[connection.id] = key;
    done({});
}

void KeyManager::forget(const team::ModelConnection& connection)
{
    if (connection.keySource == KeySource::ThisRun)
        m_ofThisRun.erase(connection.id);
    if (connection.keySource == KeySource::Keyring)
        m_store->remove(connection.id, [](const Result<void>&) {}); // the keyring has written to the log why not
}

} // namespace quarterdeck::app
