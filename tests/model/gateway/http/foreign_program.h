#pragma once

#include "tests/support/wait.h"

#include <QProcess>
#include <QString>
#include <grp.h>
#include <unistd.h>

namespace quarterdeck::test {

/// "nobody"
inline constexpr uid_t foreignUser = 65534;

/// A process may become another user's only if it is root's.
inline bool canBeForeign() { return ::geteuid() == 0; }

/// Sends bytes from a process of its own, and reads what comes back.
class AnotherProgram
{
public:
    enum class After { Read, Leave };
    /// `host`: "127.0.0.1", "::1", "::ffff:127.0.0.1" to reach the first as IPv6, or, without a port, a local socket.
    AnotherProgram(uid_t user, const QString& host, std::uint16_t port, const QByteArray& bytes,
                   After after = After::Read)
    {
        m_process.setChildProcessModifier([user] {
            if (user != ::geteuid() && (::setgroups(0, nullptr) != 0 || ::setgid(user) != 0 || ::setuid(user) != 0))
                ::_exit(1);
        });
        m_process.setWorkingDirectory(QStringLiteral("/"));
        m_process.start(QStringLiteral("/usr/bin/python3"),
                        {QStringLiteral("-Ic"), QString::fromLatin1(script), host, QString::number(port),
                         after == After::Read ? QStringLiteral("read") : QStringLiteral("leave")});
        m_process.write(bytes);
        m_process.closeWriteChannel();
    }
    ~AnotherProgram()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(AnotherProgram)

    /// The beginning of what came back.
    [[nodiscard]] QByteArray answer()
    {
        static_cast<void>(waitFor([&] { return m_process.state() == QProcess::NotRunning; }));
        return m_process.readAllStandardOutput();
    }
    [[nodiscard]] int status() { return answer().mid(9, 3).toInt(); }

private:
    static constexpr const char* script = R"(
import socket, sys
host, port, after = sys.argv[1], int(sys.argv[2]), sys.argv[3]
family = socket.AF_UNIX if "/" in host else socket.AF_INET6 if ":" in host else socket.AF_INET
line = socket.socket(family)
line.connect((host, port) if port else host)
try:
    line.sendall(sys.stdin.buffer.read())
except ConnectionError:
    pass
if after == "read":
    line.settimeout(60)
    try:
        sys.stdout.buffer.write(line.recv(65536))
    except ConnectionError:
        pass
line.close()
)";
    QProcess m_process;
};

} // namespace quarterdeck::test
