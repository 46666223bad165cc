#include "processes.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QMultiHash>
#include <unistd.h>

namespace quarterdeck::bench {

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A field of /proc/PID/stat, counted from the state on: before that is a name in brackets that may contain anything.
qint64 statField(qint64 process, qsizetype field)
{
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(process));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return field < fields.size() ? fields[field].toLongLong() : 0;
}

qint64 parentOf(qint64 process) { return statField(process, 1); }

std::int64_t proportionalBytes(qint64 process)
{
    for (const QByteArray& line : contentOf(QStringLiteral("/proc/%1/smaps_rollup").arg(process)).split('\n'))
        if (line.startsWith("Pss:"))
            return line.mid(4).trimmed().split(' ').first().toLongLong() * 1024;
    return 0;
}

} // namespace

double processorMsOf(std::int64_t process)
{
    constexpr qsizetype userTime = 11;
    constexpr qsizetype systemTime = 12;
    const qint64 ticks = statField(process, userTime) + statField(process, systemTime);
    return static_cast<double>(ticks) * 1000.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::int64_t residentBytesOfAll()
{
    QMultiHash<qint64, qint64> children;
    for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        if (const qint64 process = name.toLongLong(); process > 0)
            children.insert(parentOf(process), process);
    }
    std::int64_t bytes = 0;
    QList<qint64> family{QCoreApplication::applicationPid()};
    for (qsizetype i = 0; i < family.size(); ++i) {
        bytes += proportionalBytes(family[i]);
        family += children.values(family[i]);
    }
    return bytes;
}

} // namespace quarterdeck::bench
