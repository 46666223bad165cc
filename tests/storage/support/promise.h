#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QtGlobal>

namespace quarterdeck::test {

/// Whether the long tests run with their full counts, or with about a tenth.
inline bool isFull() { return qEnvironmentVariableIsSet("QUARTERDECK_FULL"); }

/// Prints how often one of the promises of the storage was put to the test, and adds the line to the table that
/// test.sh prints at its end (the file that QUARTERDECK_PROMISES names).
inline void countPromise(int number, const QString& what)
{
    const QByteArray line = QStringLiteral("promise %1: %2").arg(number, 2).arg(what).toUtf8();
    qInfo("%s", line.constData());
    QFile table(qEnvironmentVariable("QUARTERDECK_PROMISES"));
    if (!table.fileName().isEmpty() && table.open(QIODevice::Append))
        table.write(line + '\n');
}

} // namespace quarterdeck::test
