#include "sqlite/cut_write.h"

#include "session/library.h"
#include "sqlite/guarded.h"
#include "sqlite/logging.h"
#include "sqlite/schema.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QtEndian>

namespace quarterdeck::storage::sqlite {

using session::Nothing;
using session::Result;

namespace {

const QByteArray magic = QByteArrayLiteral("SQLite format 3\0");

QString journalOf(const std::string& path) { return QString::fromStdString(path + "-journal"); }

/// Whether this is a library's first page, judged by its header (sqlite.org/fileformat.html).
bool isFirstPageOfOurs(const QByteArray& bytes, qsizetype at)
{
    constexpr qsizetype placeOfId = 68;
    const QByteArray id = bytes.mid(at + placeOfId, sizeof(qint32));
    return bytes.mid(at, magic.size()) == magic && id.size() == sizeof(qint32)
        && qFromBigEndian<qint32>(id.constData()) == applicationId;
}

QByteArray beginningOf(const QString& name)
{
    constexpr qint64 enough = 1 << 20;
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.read(enough) : QByteArray();
}

/// By the file, or, if its first page was half written, by the journal: every write begins by saving that page.
bool isOurs(const std::string& path)
{
    if (isFirstPageOfOurs(beginningOf(QString::fromStdString(path)), 0))
        return true;
    const QByteArray journal = beginningOf(journalOf(path));
    const qsizetype at = journal.indexOf(magic);
    return at >= 0 && isFirstPageOfOurs(journal, at);
}

} // namespace

bool hasCutWrite(const std::string& path)
{
    // By SQLite's rules; a finished journal may remain, emptied or with a zeroed header.
    QFile journal(journalOf(path));
    if (!journal.exists() || journal.size() == 0)
        return false;
    char first = 1; // of one that cannot be read nobody knows
    return !journal.open(QIODevice::ReadOnly) || !journal.getChar(&first) || first != 0;
}

void undoCutWrite(const std::string& path)
{
    // Without a file, SQLite throws the journal away.
    const bool isThere = QFileInfo(QString::fromStdString(path)).size() > 0;
    if (!isThere || !hasCutWrite(path) || !isOurs(path))
        return;
    const Result<Nothing> undone = guarded(path, [&]() -> Result<Nothing> {
        Connection connection(path, Mode::Write);
        connection.setLogKept(true); // whether one belongs to the file is still to be asked
        (void)connection.pragma("schema_version");
        return Nothing{};
    });
    if (!undone)
        qCWarning(storageLog, "what was cut off cannot be undone: %s", undone.error().detail.c_str());
}

} // namespace quarterdeck::storage::sqlite
