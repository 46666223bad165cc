#include "app/services/keyring.h"

#include <QLoggingCategory>
#include <QPointer>
#include <QTimer>
#include <memory>
#include <qt6keychain/keychain.h>
#include <utility>

namespace quarterdeck::app {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

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
