#include "app/services/keys.h"

#include "model/session/private_memory.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QPointer>
#include <QTimer>
#include <qt6keychain/keychain.h>

#include <memory>
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

namespace {

Q_LOGGING_CATEGORY(logKeyring, "quarterdeck.app.keyring")

const QString service = QStringLiteral("quarterdeck");

/// The keyring's own messages are D-Bus's, in English, so they go to the log.
Error errorOf(const QKeychain::Job* job)
{
    if (job == nullptr)
        return {ErrorCode::Io, Keyring::tr("The desktop's keyring did not answer.").toStdString(), {}};
    const std::string detail = job->errorString().toStdString();
    qCWarning(logKeyring).noquote() << job->error() << job->errorString();
    if (job->error() == QKeychain::AccessDenied || job->error() == QKeychain::AccessDeniedByUser)
        return {ErrorCode::NotAllowed, Keyring::tr("Access to the desktop's keyring was denied.").toStdString(),
                detail};
    return {ErrorCode::Io,
            Keyring::tr("This desktop has no keyring, so the key cannot be stored. Use an environment variable, or "
                        "keep the key in memory until Quarterdeck closes.")
                .toStdString(),
            detail};
}

bool isMissing(const QKeychain::Job* job) { return job != nullptr && job->error() == QKeychain::EntryNotFound; }

bool isGood(const QKeychain::Job* job) { return job != nullptr && job->error() == QKeychain::NoError; }

} // namespace

Keyring::Keyring(int timeoutMs, QObject* parent) : QObject(parent), m_timeoutMs(timeoutMs) { }

void Keyring::start(QKeychain::Job* job, const std::string& connection, Finished finished)
{
    job->setKey(QString::fromStdString(connection));
    job->setInsecureFallback(false);
    // Either may come first; the job deletes itself when it is done.
    const auto once = std::make_shared<Finished>(std::move(finished));
    const auto finish = [once](const QKeychain::Job* ended) {
        if (const Finished call = std::exchange(*once, {}))
            call(ended);
    };
    connect(job, &QKeychain::Job::finished, this, [finish](QKeychain::Job* ended) { finish(ended); });
    QTimer::singleShot(m_timeoutMs, this, [finish] { finish(nullptr); });
    job->start();
}

void Keyring::read(const std::string& connection, Read done)
{
    start(new QKeychain::ReadPasswordJob(service), connection, [done = std::move(done)](const QKeychain::Job* job) {
        if (isGood(job))
            done(static_cast<const QKeychain::ReadPasswordJob*>(job)->textData().toStdString());
        else if (isMissing(job))
            done(std::string());
        else
            done(tl::unexpected(errorOf(job)));
    });
}

void Keyring::write(const std::string& connection, const std::string& key, Done done)
{
    auto* job = new QKeychain::WritePasswordJob(service);
    job->setTextData(QString::fromStdString(key));
    start(job, connection, [done = std::move(done)](const QKeychain::Job* ended) {
        done(isGood(ended) ? Result<void>() : tl::unexpected(errorOf(ended)));
    });
}

void Keyring::remove(const std::string& connection, Done done)
{
    start(new QKeychain::DeletePasswordJob(service), connection, [done = std::move(done)](const QKeychain::Job* ended) {
        done(isGood(ended) || isMissing(ended) ? Result<void>() : tl::unexpected(errorOf(ended)));
    });
}

} // namespace quarterdeck::app
