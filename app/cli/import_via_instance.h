#pragma once

#include "app/services/command_line.h"
#include "app/services/console.h"
#include "app/services/instance_server.h"
#include "model/session/library.h"
#include "model/transfer/import/import_job.h"

#include <memory>
#include <optional>

namespace quarterdeck::app {

/// Has the owner of the library import the command line's files, with its progress on the console; an interruption
/// cancels. Empty if nobody listens there. Errors, each one sentence: the owner does not answer, ends before the
/// report, or breaks the protocol; or a file can only be read by this process (a pipe). Runs the event loop.
[[nodiscard]] std::optional<session::Result<transfer::ImportReport>> importViaInstance(const CommandLine& line,
                                                                                       Console& console);

/// Imports for later starts while this process owns the library. Thread: one with an event loop.
class ImportService final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportService)
public:
    /// The owner must outlive it.
    ImportService(std::shared_ptr<session::Library> library, InstanceServer& owner);
    ~ImportService() override = default;

    /// Runs the event loop until nobody waits any more, or `giveUp` is called.
    void finish();
    void giveUp();
    [[nodiscard]] bool isBusy() const { return m_parts > 0 && !m_isGivenUp; }

signals:
    void partEnded();
    void givenUp();

private:
    void serve(ImportPeer& guest);
    void waitFor(QObject& part);

    std::shared_ptr<session::Library> m_library;
    InstanceServer& m_owner;
    bool m_isGivenUp = false;
    int m_parts = 0; ///< guests without an answer yet, and jobs that have not cleaned up
};

/// "Importing a.json (1 of 2): 50 %, 7 messages"
[[nodiscard]] QString progressLine(const transfer::ImportProgress& progress);

} // namespace quarterdeck::app
