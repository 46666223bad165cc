#pragma once

#include "app/services/instance_protocol.h"
#include "app/services/question_reply.h"
#include "model/formats/requests/event_stream.h"
#include "model/gateway/http/http_call.h"
#include "model/session/library.h"

#include <QEventLoop>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::app {

/// A later start's conversation with the process that has the library, from its request to the last message. The
/// connection lasts as long as this object. Thread: one with an event loop.
class InstanceLink final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InstanceLink)
public:
    enum class End {
        NobodyThere, ///< nobody listens, or it went before it accepted anything
        Gone,        ///< it accepted the request, and is gone
        Failed,      ///< see `error`
        Finished,    ///< `finish` was called
    };

    explicit InstanceLink(const QString& library);
    ~InstanceLink() override;

    /// Sends the request, and runs the event loop until the end. `hear` gets each message except a refusal, which is an
    /// error, and returns false for those that make no sense here. `patience`: for the first message.
    [[nodiscard]] End hold(const InstanceRequest& what, std::function<bool(const InstanceMessage&)> hear,
                           std::chrono::milliseconds patience = std::chrono::seconds{20});
    /// The import or run that was asked for is no longer wanted; it still reports.
    void cancel();
    void answer(const RunAnswer& answer);
    /// Ends it, as if the other side had.
    void finish() { end(End::Finished); }
    /// It refused, did not answer, or broke the protocol.
    [[nodiscard]] const session::Error& error() const { return m_error; }

private:
    void read();
    void readEnd();
    void take(const InstanceMessage& message);
    void send(const char* method, const QByteArray& below, const std::string& body = "{}");
    void end(End how);
    void fail(const session::Error& error);

    QString m_address;
    QByteArray m_path; ///< of the request
    std::function<bool(const InstanceMessage&)> m_hear;
    QEventLoop m_loop;
    QTimer m_silence;
    gateway::HttpCall* m_call = nullptr; ///< a child
    formats::EventStreamDecoder m_events{longestInstanceMessage};
    std::optional<QString> m_id; ///< of what was accepted
    bool m_isCancelled = false;  ///< perhaps before it was accepted
    bool m_hasEnded = false;
    End m_end = End::NobodyThere;
    session::Error m_error;
};

/// The outcome of asking for the library's window.
enum class HandoffResult {
    Taken,  ///< whoever has it shows it, and does what was asked
    Left,   ///< whoever had it has no window, and released the library to the caller
    Nobody, ///< nobody listens there, answers in time, has a window, or can release the library now
};

/// Asks for the window of a library. While it lives, a process that left the library for it does not take it back:
/// release it once the library is open and its new owner listens. Runs an event loop. Thread: one.
class InstanceClient final
{
public:
    explicit InstanceClient(QString library) : m_library(std::move(library)) { }
    /// Waits until the other side has taken it or left, at most this long for its first message.
    [[nodiscard]] HandoffResult ask(const ShowWindow& what,
                                    std::chrono::milliseconds patience = std::chrono::seconds{5});
    /// The file that the process asked last is importing (an untrusted name), so that it cannot leave the library yet;
    /// empty = none.
    [[nodiscard]] const QString& importing() const { return m_importing; }
    /// What the last process that left had told its agents, if it had any.
    [[nodiscard]] const LibraryReleased& inherited() const { return m_inherited; }

private:
    QString m_library;
    std::vector<std::unique_ptr<InstanceLink>> m_left; ///< to those it was released by
    LibraryReleased m_inherited;
    QString m_importing;
};

/// Has the process that has this library (a path) do what the person wants: a PersonCommand's path and body. Empty if
/// nobody listens there. Errors: one sentence. Runs an event loop.
[[nodiscard]] std::optional<session::Result<void>> giveToInstance(const QString& library, const std::string& path,
                                                                  const std::string& body);

/// What the process that has this library (a path) reports of it. Empty if nobody listens there, knows it, or answers
/// in time. Runs an event loop.
[[nodiscard]] std::optional<session::LibraryStatus>
libraryStatusOfInstance(const QString& library, std::chrono::milliseconds patience = std::chrono::seconds{5});

} // namespace quarterdeck::app
