#pragma once

#include "app/services/command_line.h"
#include "app/services/console.h"
#include "app/services/instance_server.h"
#include "model/session/library.h"
#include "model/transfer/import/import_job.h"

#include <QString>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace quarterdeck::app {

/// How long a later start keeps trying: an owner that is starting holds the lock but does not listen yet, and one that
/// is ending no longer answers.
inline constexpr std::chrono::seconds shortPatience{2};
/// The same where a run changes hands: its owner may have much to write when it ends, and the next one much to read.
inline constexpr std::chrono::seconds longPatience{30};

/// The previous owner is ending, or the next one starting: runs the event loop for a moment.
void waitForOwner();

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
    void serve(ImportPeer& peer);
    void waitFor(QObject& part);

    std::shared_ptr<session::Library> m_library;
    InstanceServer& m_owner;
    bool m_isGivenUp = false;
    int m_parts = 0; ///< peers without an answer yet, and jobs that have not cleaned up
};

/// "Importing a.json (1 of 2): 50 %, 7 messages"
[[nodiscard]] QString progressLine(const transfer::ImportProgress& progress);

/// Those who get the library once this process has closed it.
class HandoffQueue final
{
public:
    void add(HandoffTarget* who) { m_all.emplace_back(who); }
    [[nodiscard]] bool isEmpty() const { return m_all.empty(); }
    /// Call it when the library is closed. Runs the event loop until each of them has it open or has failed: from then
    /// on somebody listens, or nobody owns it.
    void succeed(const LibraryReleased& word);

private:
    std::vector<std::unique_ptr<HandoffTarget>> m_all;
};

/// The last thing before a library is closed: its writer indexes on its own what a search would miss, and this waits
/// for it and reports how much is left. Meanwhile it imports for later starts. It ends when somebody else wants the
/// library (`InstanceServer::libraryRequested`), or when stopped; the rest is then left to the next owner. Runs the
/// event loop.
void finishIndex(session::Library& library, InstanceServer& owner, ImportService& service, Console& console,
                 const std::stop_source& stop);

} // namespace quarterdeck::app
