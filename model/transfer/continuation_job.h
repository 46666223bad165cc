#pragma once

#include "model/conversation/event.h"
#include "model/session/library.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::transfer {

/// A new session that begins with the history of a recording.
struct ContinuationRequest
{
    session::SessionId recording;
    session::SessionId session;                      ///< the new one's, chosen by the caller
    conversation::SessionStarted settings;           ///< its first event
    std::vector<conversation::Role> members;         ///< hired before the history; nobody else of the recording is
    std::vector<conversation::RoleName> directChats; ///< with whom the person was in a direct chat at its end
    conversation::Message note; ///< recorded after the history, given to nobody; without content = none
};

struct ContinuationReport
{
    std::int64_t events = 0;             ///< of the new session
    std::optional<session::Error> error; ///< if set, nothing was left behind
    bool isCancelled = false;
};

/// Copies the history of a recording into a new session, past the SessionHub (call its refresh() afterwards). Messages,
/// what was added to them or noted about them, costs and times are those of the recording, which stays as it is; if its
/// times lie in the future, all are moved back together. A member also remembers what it said itself, as members of
/// teams here do. All mail of the history counts as read, except from the first message on that the recording says was
/// not. Nothing of it is published again.
///
/// Reads and decides on a thread of its own, page by page. The session is visible once all of it is durable; until then
/// a failure, a cancel or a crash leaves nothing of it. The library's completion context must run its event loop
/// meanwhile. Thread: all calls and signals on the thread it was made on.
class ContinuationJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContinuationJob)
public:
    explicit ContinuationJob(std::shared_ptr<session::Library> library, ContinuationRequest request,
                             QObject* parent = nullptr);
    /// Cancels what runs, and waits for its thread (milliseconds).
    ~ContinuationJob() override;

    /// Once.
    void start();
    /// `finished` follows.
    void cancel();

signals:
    /// At most some 20 times a second.
    void progressed(qint64 events, qint64 total);
    void finished(const quarterdeck::transfer::ContinuationReport& report);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::transfer
