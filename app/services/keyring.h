#pragma once

#include "app/services/key_store.h"

#include <QObject>

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
