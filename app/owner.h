#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <chrono>

namespace quarterdeck::app {

/// What a later start of the program asks of the one whose window has the library.
struct Handover
{
    QStringList files;   ///< to import; absolute paths
    bool isDemo = false; ///< start the demo team
    friend bool operator==(const Handover&, const Handover&) = default;
};

/// Where the owner of this library (a path) listens, for this person only: a local socket in the runtime folder.
[[nodiscard]] QString ownerAddress(const QString& library);

/// Hands it to the window that has the library and waits until it is taken. False when nobody listens there, or does
/// not answer in time. Needs no event loop.
[[nodiscard]] bool handOver(const QString& library, const Handover& what,
                            std::chrono::milliseconds patience = std::chrono::seconds{5});

/// Listens for later starts. To be made by whoever has the library's lock: what a killed owner left at the address is
/// in nobody's use. Thread: ui.
class Owner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Owner)
public:
    explicit Owner(const QString& library, QObject* parent = nullptr);
    ~Owner() override = default;

signals:
    /// Somebody wants the window, and this in it.
    void asked(const quarterdeck::app::Handover& what);

private:
    void welcome();
    void read(QLocalSocket& guest);

    QLocalServer m_server;
};

} // namespace quarterdeck::app
