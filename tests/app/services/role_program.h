#pragma once

#include "remote_team.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace quarterdeck::test {

/// The program that plays Bob by a command, in a folder of its own.
class RoleProgram
{
public:
    explicit RoleProgram(const QString& command) : m_command(command) { }
    ~RoleProgram() { kill(); }
    Q_DISABLE_COPY_MOVE(RoleProgram)

    [[nodiscard]] bool start(const RemoteTeam& team)
    {
        QFile token(m_folder.filePath(QStringLiteral("token")));
        if (!token.open(QIODevice::WriteOnly) || token.write(House::token) <= 0)
            return false;
        token.close();
        m_program.setProcessChannelMode(QProcess::MergedChannels);
        m_program.setWorkingDirectory(m_folder.path());
        m_program.start(QStringLiteral("/usr/bin/python3"),
                        {QStringLiteral(QUARTERDECK_ROLE_ADAPTER), "--base",
                         QStringLiteral("http://localhost:%1").arg(team.port()), "--token-file", token.fileName(),
                         "Bob", "--", "sh", "-c", m_command});
        return m_program.waitForStarted(waitLimitMs);
    }
    void kill()
    {
        m_program.kill();
        m_program.waitForFinished(waitLimitMs);
    }
    /// Of a file that the command writes into; without the line's end.
    [[nodiscard]] QByteArray written(const char* name) const
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    }
    /// The command looks whether there is one of that name.
    [[nodiscard]] bool write(const char* name) const
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly);
    }
    /// What it reported about itself.
    [[nodiscard]] QByteArray said() { return m_program.readAll(); }

private:
    QString m_command;
    QTemporaryDir m_folder;
    QProcess m_program;
};

} // namespace quarterdeck::test
