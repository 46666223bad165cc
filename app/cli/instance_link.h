#pragma once

#include "app/services/instance_protocol.h"
#include "model/session/library.h"

#include <QEventLoop>
#include <QLocalSocket>
#include <QString>
#include <QTimer>
#include <chrono>
#include <functional>

namespace quarterdeck::app {

/// How long a later start keeps trying: an owner that is starting holds the lock but does not listen yet, and one that
/// is ending no longer answers.
inline constexpr std::chrono::seconds shortPatience{2};
/// The same where a run changes hands: its owner may have much to write when it ends, and the next one much to read.
inline constexpr std::chrono::seconds longPatience{30};

/// A later start's conversation with the owner of the library, from its request to the last word. Thread: one with an
/// event loop.
class InstanceLink final
{
public:
    enum class End {
        NobodyThere, ///< no owner listens, or it went before it accepted anything
        Gone,        ///< its owner accepted it, and is gone
        Failed,      ///< see `error`
        Told,        ///< `finish` was called
    };

    explicit InstanceLink(const QString& library);
    Q_DISABLE_COPY_MOVE(InstanceLink)

    /// Sends the request, and runs the event loop until the end. `hear` gets each word except Refused, which is an
    /// error, and returns false for those that make no sense here.
    [[nodiscard]] End hold(const LaunchRequest& what, std::function<bool(const InstanceMessage&)> hear);
    void say(const QByteArray& line) { m_socket.write(line); }
    /// Ends it, as if the owner had.
    void finish() { end(End::Told); }
    /// It refused, did not answer, or broke the protocol.
    [[nodiscard]] const session::Error& error() const { return m_error; }

private:
    void listen();
    void take(const InstanceMessage& word);
    void end(End how);
    void fail(const session::Error& error);

    QString m_address;
    std::function<bool(const InstanceMessage&)> m_hear;
    QEventLoop m_loop;
    QTimer m_silence;
    bool m_isTaken = false;
    bool m_hasEnded = false;
    End m_end = End::NobodyThere;
    session::Error m_error;
    QLocalSocket m_socket; ///< last: when it reports its end, the rest must be alive
};

/// The previous owner is ending, or the next one starting: runs the event loop for a moment.
void waitForOwner();

} // namespace quarterdeck::app
