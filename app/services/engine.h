#pragma once

#include "model/session/library.h"
#include "model/session/session_hub.h"
#include "storage/recover/recover_library.h"

#include <QObject>
#include <QThread>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::app {

class BackupScheduler;

/// The engine thread and what lives on it: the library's completions, the hub, and what `addPart` makes there.
/// Made and destroyed on the ui thread.
class Engine final
{
public:
    enum class Opening {
        AsItIs,
        Recovered, ///< first, even if it does not open
        Anew,      ///< a new one, if the library is lost
    };

    /// Opens the library and starts the thread. That runs on a thread of its own and this one's events go on, as it may
    /// take long: one that does not open because it is damaged is recovered first (`recovery` tells, and `recovering`
    /// how far it is, in percent; where nothing came of it, `recoveryFailure`), one of an older version is copied. One
    /// that another process has is only read (`lockedReason`). One that is lost (`isLost`) is not made anew by itself.
    /// Where it cannot be opened at all, an empty library stands in for it, whose readOnlyReason says what is wrong
    /// with the file.
    [[nodiscard]] static std::unique_ptr<Engine> start(const std::string& libraryPath,
                                                       const std::function<void(int percent)>& recovering = {},
                                                       Opening how = Opening::AsItIs);
    /// Opens a library only to be looked at; where there is none, an empty one that says why stands in for it.
    [[nodiscard]] static std::unique_ptr<Engine> show(const session::Result<std::string>& libraryPath);
    /// Ends what was added with `addPart`, the hub (which saves its snapshots) and the thread, in this order.
    ~Engine();
    Q_DISABLE_COPY_MOVE(Engine)

    [[nodiscard]] const std::shared_ptr<session::Library>& library() const { return m_library; }
    [[nodiscard]] bool hasStandIn() const { return m_hasStandIn; }
    /// There was a library, and there is none: until the person says so none is made in its place.
    [[nodiscard]] bool isLost() const { return m_isLost; }
    [[nodiscard]] const std::optional<session::Error>& lockedReason() const { return m_lockedReason; }
    [[nodiscard]] const std::optional<storage::RecoveryReport>& recovery() const { return m_recovery; }
    /// Null where nothing can be written. Thread: that of this object.
    [[nodiscard]] BackupScheduler* backups() const { return m_backups.get(); }
    /// Why a recovery that was wanted came to nothing: the file is as it was.
    [[nodiscard]] const std::optional<session::Error>& recoveryFailure() const { return m_recoveryFailure; }
    /// Lives on the engine thread. Touch it there only (`session::post`).
    [[nodiscard]] session::SessionHub* hub() const { return m_hub; }
    /// Any object of the engine thread, for posting.
    [[nodiscard]] QObject* context() const { return m_context.get(); }
    /// Runs `make` on the engine thread and waits for it; the object is deleted there before the hub. `make` may make
    /// nothing (null).
    void addPart(const std::function<QObject*(session::SessionHub&)>& make);
    /// Deletes one that was made so, and waits for it.
    void removePart(QObject* part);

private:
    Engine();
    /// Thread: any.
    void open(const std::string& libraryPath, const std::function<void(int percent)>& recovering, Opening how);
    /// Thread: any.
    void recover(const std::string& libraryPath, const std::function<void(int percent)>& recovering);
    void startHub();
    /// Runs `call` on the engine thread and waits.
    void run(const std::function<void()>& call);

    QThread m_thread;
    std::unique_ptr<QObject> m_context;
    std::shared_ptr<session::Library> m_library;
    bool m_hasStandIn = false;
    bool m_isLost = false;
    std::optional<session::Error> m_lockedReason;
    std::optional<storage::RecoveryReport> m_recovery;
    std::optional<session::Error> m_recoveryFailure;
    session::SessionHub* m_hub = nullptr;
    std::vector<QObject*> m_parts;
    std::unique_ptr<BackupScheduler> m_backups;
};

} // namespace quarterdeck::app
