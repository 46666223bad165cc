#include "storage/sqlite/set_aside.h"

#include "storage/recover/replacement.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QString>
#include <optional>
#include <utility>

namespace quarterdeck::storage::recover {

namespace {

const QString momentFormat = QStringLiteral("yyyy-MM-dd HH.mm.ss");

QString suffixOf(const QFileInfo& file)
{
    return file.suffix().isEmpty() ? QString() : QLatin1Char('.') + file.suffix();
}

/// What the brackets contain: a word, the moment, and a number from the second file on.
std::optional<SetAsideFile> asideFrom(const QString& bracketed)
{
    const QString word = bracketed.section(QLatin1Char(' '), 0, 0);
    const QString behind = bracketed.mid(word.size() + 1);
    const QDateTime moment = QDateTime::fromString(behind.left(momentFormat.size()), momentFormat);
    const QString number = behind.mid(momentFormat.size());
    if (word.isEmpty() || !moment.isValid() || !(number.isEmpty() || number.startsWith(QLatin1String(", "))))
        return std::nullopt;
    return SetAsideFile{{}, word.toStdString(), {moment.toMSecsSinceEpoch()}};
}

} // namespace

std::string setAsideName(const std::string& path, std::string_view word)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString moment = QDateTime::currentDateTime().toString(momentFormat);
    const QString suffix = suffixOf(info);
    for (int i = 1;; ++i) {
        const QString number = i == 1 ? QString() : QStringLiteral(", %1").arg(i);
        const QString name =
            QStringLiteral("%1/%2 (%3 %4%5)%6")
                .arg(info.absolutePath(), info.completeBaseName(),
                     QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())), moment, number, suffix);
        if (!QFileInfo::exists(name))
            return name.toStdString();
    }
}

std::vector<SetAsideFile> setAsideFilesOf(const std::string& path)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString begin = info.completeBaseName() + QLatin1String(" (");
    const QString end = QLatin1Char(')') + suffixOf(info);
    std::vector<SetAsideFile> asides;
    for (const QFileInfo& file : info.absoluteDir().entryInfoList(QDir::Files)) {
        const QString name = file.fileName();
        if (!name.startsWith(begin) || !name.endsWith(end) || name.size() < begin.size() + end.size())
            continue;
        std::optional<SetAsideFile> aside = asideFrom(name.mid(begin.size(), name.size() - begin.size() - end.size()));
        if (!aside)
            continue;
        aside->path = file.absoluteFilePath().toStdString();
        asides.push_back(std::move(*aside));
    }
    return asides;
}

std::error_code replaceFile(const std::string& path, const std::string& aside, const std::string& replacement)
{
    return Replacement(path, aside, replacement).run();
}

} // namespace quarterdeck::storage::recover
