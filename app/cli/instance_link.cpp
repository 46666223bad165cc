#include "app/cli/instance_link.h"

#include "app/services/instance_server.h"

#include <QCoreApplication>
#include <chrono>
#include <utility>

namespace quarterdeck::app {

using conversation::ErrorCode;
using session::Error;

namespace {

/// The owner's window may be busy for a while.
constexpr std::chrono::seconds patience{20};

struct LinkSentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static Error silent()
    {
        return {ErrorCode::Locked, tr("The Quarterdeck that has the library open does not respond.").toStdString(), {}};
    }
    static Error strange()
    {
        return {ErrorCode::BadInput,
                tr("The answer from the Quarterdeck that has the library open cannot be understood. It may be a "
                   "different version.")
                    .toStdString(),
                {}};
    }
};

} // namespace

InstanceLink::InstanceLink(const QString& library) : m_address(instanceAddress(library))
{
    m_socket.setReadBufferSize(longestInstanceMessage);
    QObject::connect(&m_socket, &QLocalSocket::readyRead, &m_socket, [this] { listen(); });
    QObject::connect(&m_socket, &QLocalSocket::disconnected, &m_socket, [this] {
        listen();
        end(m_isTaken ? End::Gone : End::NobodyThere);
    });
    m_silence.setSingleShot(true);
    QObject::connect(&m_silence, &QTimer::timeout, &m_socket, [this] { fail(LinkSentences::silent()); });
}

InstanceLink::End InstanceLink::hold(const LaunchRequest& what, std::function<bool(const InstanceMessage&)> hear)
{
    m_hear = std::move(hear);
    m_socket.connectToServer(m_address);
    if (!m_socket.waitForConnected())
        return End::NobodyThere;
    m_socket.write(lineOf(what));
    m_silence.start(patience);
    if (!m_hasEnded)
        m_loop.exec();
    return m_end;
}

void InstanceLink::listen()
{
    while (!m_hasEnded && m_socket.canReadLine()) {
        if (const std::optional<InstanceMessage> word = instanceMessageFrom(m_socket.readLine()))
            take(*word);
        else
            fail(LinkSentences::strange());
    }
    if (!m_hasEnded && m_socket.bytesAvailable() >= longestInstanceMessage)
        fail(LinkSentences::strange());
}

void InstanceLink::take(const InstanceMessage& word)
{
    if (const auto* refused = std::get_if<RequestRejected>(&word))
        return fail({ErrorCode::BadInput, refused->sentence.toStdString(), {}});
    if (!std::holds_alternative<RequestAccepted>(word) && !m_hear(word))
        return fail(LinkSentences::strange());
    m_isTaken = true;
    m_silence.stop();
}

void InstanceLink::end(End how)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_end = how;
    m_silence.stop();
    m_loop.quit();
}

void InstanceLink::fail(const Error& error)
{
    m_error = error;
    end(End::Failed);
}

void waitForOwner()
{
    QEventLoop loop;
    QTimer::singleShot(std::chrono::milliseconds{50}, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace quarterdeck::app
