#pragma once

#include <QFile>
#include <QString>
#include <QStringList>
#include <QtGlobal>
#include <unistd.h>

namespace quarterdeck::test {

/// The superuser may look everywhere and write to everything: gives these files to nobody, and is nobody for a while,
/// with all threads of the process. Does nothing if another user runs the test.
class Unprivileged
{
public:
    explicit Unprivileged(const QStringList& files = {})
    {
        if (!m_wasRoot)
            return;
        bool isGiven = true;
        for (const QString& file : files)
            isGiven &= chown(QFile::encodeName(file).constData(), nobody, nobody) == 0;
        if (!isGiven || setresuid(nobody, nobody, 0) != 0)
            qFatal("cannot give up the rights of root");
    }
    ~Unprivileged()
    {
        if (m_wasRoot && setresuid(0, 0, 0) != 0)
            qFatal("cannot be root again");
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

private:
    static constexpr uid_t nobody = 65534;
    bool m_wasRoot = geteuid() == 0;
};

} // namespace quarterdeck::test
