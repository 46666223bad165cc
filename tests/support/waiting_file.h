#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtGlobal>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace quarterdeck::test {

/// An empty file that lets nobody open it: opening waits until it is released, or destroyed with this. By a lease of
/// the kernel, which revokes it after /proc/sys/fs/lease-break-time (45 seconds).
class WaitingFile
{
public:
    explicit WaitingFile(const QString& path) : m_path(path)
    {
        std::signal(SIGIO, SIG_IGN); // that somebody waits
        m_file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (m_file < 0 || ::fcntl(m_file, F_SETLEASE, F_WRLCK) != 0)
            qFatal("the test cannot have a file that waits");
    }
    ~WaitingFile() { release(); }
    Q_DISABLE_COPY_MOVE(WaitingFile)

    [[nodiscard]] const QString& path() const { return m_path; }
    void release()
    {
        if (m_file >= 0)
            ::close(m_file);
        m_file = -1;
    }

private:
    QString m_path;
    int m_file = -1;
};

} // namespace quarterdeck::test
