#pragma once

#include "program_runner.h"
#include "tests/support/wait.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <csignal>

namespace quarterdeck::test {

/// The real program, running while the test continues.
class Running
{
public:
    explicit Running(const QStringList& arguments)
    {
        m_process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), arguments);
        if (!m_process.waitForStarted())
            qFatal("the program does not start");
    }
    ~Running() { kill(); }
    Q_DISABLE_COPY_MOVE(Running)

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] Run result()
    {
        const bool hasEnded = waitFor([this] { return !isRunning(); }, 60'000);
        if (!hasEnded || m_process.exitStatus() != QProcess::NormalExit)
            return {};
        return {m_process.exitCode(), m_process.readAllStandardOutput(), m_process.readAllStandardError()};
    }
    /// The next one on standard output; empty if none comes.
    [[nodiscard]] QByteArray line()
    {
        static_cast<void>(waitFor([this] { return m_process.canReadLine() || !isRunning(); }, 60'000));
        return m_process.readLine();
    }
    void say(const QByteArray& bytes) { m_process.write(bytes); }
    void interrupt() const { ::kill(static_cast<pid_t>(m_process.processId()), SIGINT); }
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

} // namespace quarterdeck::test
