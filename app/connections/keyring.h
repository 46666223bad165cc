#pragma once

#include "app/connections/key_store.h"

#include <QObject>

namespace QKeychain {
class Job;
}

namespace quarterdeck::app {

/// The desktop's keyring. It may ask the person to open it, so an answer takes as long as they do, but for a time-out.
/// Where there is no keyring nothing is kept anywhere else: that is an error, and the person's choice. Thread: ui.
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
    /// `finished` is called once: with the job, or with null when that took too long.
    void start(QKeychain::Job* job, const std::string& connection, Finished finished);

    int m_timeoutMs;
};

} // namespace quarterdeck::app
