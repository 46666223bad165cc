#pragma once

#include "tests/support/wait.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <csignal>

namespace quarterdeck::test {

/// `quarterdeck gateway`, the real program, at any free port. It is killed with what holds it.
class GatewayProgram
{
public:
    /// Port 0 = any free one.
    explicit GatewayProgram(const QString& library, quint16 wanted = 0, const QStringList& more = {})
    {
        m_process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
                        QStringList{QStringLiteral("gateway"), QStringLiteral("--port"), QString::number(wanted),
                                    QStringLiteral("--json"), QStringLiteral("--library"), library}
                            + more);
        static_cast<void>(waitFor([this] { return m_process.canReadLine(); }));
        port = static_cast<quint16>(QJsonDocument::fromJson(m_process.readLine()).object()[u"port"].toInt());
    }
    ~GatewayProgram() { kill(); }
    Q_DISABLE_COPY_MOVE(GatewayProgram)

    /// With -9. Returns when it is dead.
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished(waitLimitMs);
    }
    /// Its exit code; -1 = it did not end by itself.
    [[nodiscard]] int endedBy(int signal)
    {
        ::kill(static_cast<pid_t>(m_process.processId()), signal);
        const bool hasEnded = waitFor([this] { return m_process.state() == QProcess::NotRunning; });
        return hasEnded && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

    /// What it has said beside, so far.
    [[nodiscard]] QByteArray errors()
    {
        m_errors += m_process.readAllStandardError();
        return m_errors;
    }

    quint16 port = 0; ///< 0 = it does not serve

private:
    QProcess m_process;
    QByteArray m_errors;
};

} // namespace quarterdeck::test
