#include "model/transfer/import/sub_agent_places.h"

#include "model/formats/json/json_text.h"
#include "model/transfer/import/compressed_source.h"

#include <QDate>
#include <QDateTime>
#include <QDir>

#include <algorithm>

namespace quarterdeck::transfer {

using nlohmann::json;

namespace {

const QString rolloutNames = QStringLiteral("rollout-*.jsonl");
const QString lineEnding = QStringLiteral(".jsonl");
constexpr qsizetype idLength = 36;

/// The day that a folder `<year>/<month>/<day>` is for; invalid for any other.
QDate dayOf(const QString& folder)
{
    const QStringList names = folder.split(u'/').mid(std::max<qsizetype>(folder.count(u'/') - 2, 0));
    return names.size() == 3 && names[0].size() == 4 ? QDate(names[0].toInt(), names[1].toInt(), names[2].toInt())
                                                     : QDate();
}

QString folderOf(const QString& root, QDate day) { return root + u'/' + day.toString(QStringLiteral("yyyy/MM/dd")); }

QString text(const json& record, const char* key) { return QString::fromStdString(formats::textMember(record, key)); }

bool isPlain(const QString& name) { return !name.contains(u'/') && !name.startsWith(u'.') && !name.contains(QChar()); }

} // namespace

bool isRollout(const QString& name) { return QDir::match(rolloutNames, plainName(name)) && !rolloutId(name).isEmpty(); }

QString rolloutId(const QString& name)
{
    const QString plain = plainName(name);
    const QString base = plain.endsWith(lineEnding) ? plain.chopped(lineEnding.size()) : plain;
    return base.size() > idLength ? base.right(idLength) : QString();
}

QStringList rolloutFoldersAfter(const QFileInfo& file)
{
    QStringList folders{file.path()};
    const QDate day = dayOf(file.path());
    if (!day.isValid()) {
        return folders;
    }
    constexpr int mostDays = 400; // a copy of an old one was written to today
    const QString root = QDir::cleanPath(file.path() + QStringLiteral("/../../.."));
    const QDate last = std::min(file.lastModified().date().addDays(1), day.addDays(mostDays));
    for (QDate next = day.addDays(1); next <= last; next = next.addDays(1)) {
        const QFileInfo folder(folderOf(root, next));
        if (folder.isDir() && !folder.isSymLink()) {
            folders.append(folder.filePath());
        }
    }
    return folders;
}

QStringList rolloutsBefore(const QFileInfo& file, const QString& id)
{
    if (id.size() != idLength || !isPlain(id) || id.contains(u'*') || id.contains(u'?') || id.contains(u'[')) {
        return {};
    }
    const QString name = QStringLiteral("rollout-*-") + id + lineEnding;
    const QStringList names{name, name + QStringLiteral(".zst")};
    QStringList folders{file.path()};
    const QDate day = dayOf(file.path());
    constexpr int mostDays = 400;
    const QString root = QDir::cleanPath(file.path() + QStringLiteral("/../../.."));
    for (int before = 1; day.isValid() && before <= mostDays; ++before) {
        folders.append(folderOf(root, day.addDays(-before)));
    }
    for (const QString& folder : folders) {
        const QFileInfoList found = QDir(folder).entryInfoList(names, QDir::Files | QDir::NoSymLinks, QDir::Name);
        if (!found.isEmpty()) {
            QStringList paths;
            for (const QFileInfo& one : found) {
                paths.append(one.filePath());
            }
            return paths;
        }
    }
    return {};
}

bool isGeminiPartsFolder(const QString& folder)
{
    return QFileInfo(QFileInfo(folder).path()).fileName() == QStringLiteral("chats");
}

QStringList geminiChatsOf(const QString& path)
{
    constexpr qsizetype shown = 8;
    const QFileInfo folder(path);
    const QString nameEnd = u'-' + folder.fileName().left(shown) + lineEnding;
    QStringList paths;
    const QFileInfoList chats =
        QDir(folder.path())
            .entryInfoList({QStringLiteral("session-*.jsonl")}, QDir::Files | QDir::NoSymLinks, QDir::Name);
    for (const QFileInfo& chat : chats) {
        if (chat.fileName().endsWith(nameEnd)) {
            paths.append(chat.filePath());
        }
    }
    return paths;
}

QStringList geminiFoldersOf(const QFileInfo& chat)
{
    constexpr qsizetype shown = 8;
    const QString name = chat.fileName();
    if (!name.startsWith(QStringLiteral("session-")) || !name.endsWith(lineEnding)
        || QFileInfo(chat.path()).fileName() != QStringLiteral("chats")) {
        return {};
    }
    const QString beginning = name.chopped(lineEnding.size()).right(shown);
    QStringList paths;
    const QFileInfoList folders =
        QDir(chat.path()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
    for (const QFileInfo& folder : folders) {
        if (folder.fileName().startsWith(beginning)) {
            paths.append(folder.filePath());
        }
    }
    return paths;
}

bool isClineScreen(const QString& name) { return name == QLatin1String("ui_messages.json"); }

QString clineTaskOf(const QFileInfo& screen)
{
    constexpr qint64 emptyList = 2;
    const QFileInfo task(screen.path() + QStringLiteral("/api_conversation_history.json"));
    return task.isFile() && !task.isSymLink() && task.size() > emptyList ? task.filePath() : QString();
}

QString starterIn(const json& record, const QString& path)
{
    const json& meta = formats::memberOf(record, "payload");
    if (formats::textMember(record, "type") == "session_meta" && meta.is_object()) {
        const json& source = formats::memberOf(formats::memberOf(meta, "source"), "subagent");
        const QString parent = text(meta, "parent_thread_id");
        const QString spawned = text(formats::memberOf(source, "thread_spawn"), "parent_thread_id");
        const QString starter = parent.isEmpty() ? spawned : parent;
        return isPlain(starter) ? starter : QString();
    }
    const QString folder = QFileInfo(path).path();
    const bool isGemini = formats::textMember(record, "kind") == "subagent" && isGeminiPartsFolder(folder);
    return isGemini ? QFileInfo(folder).fileName() : QString();
}

QString labelOfPart(const QString& path)
{
    const QString name = plainName(QFileInfo(path).fileName());
    if (name.startsWith(QStringLiteral("agent-")) || !name.endsWith(lineEnding)) {
        return {};
    }
    QString label = isRollout(name) ? rolloutId(name) : name.chopped(lineEnding.size());
    for (QChar& letter : label) {
        const bool isSafe = letter.unicode() < 128 && (letter.isLetterOrNumber() || letter == u'-' || letter == u'_');
        letter = isSafe ? letter : QChar(u'_');
    }
    return label;
}

} // namespace quarterdeck::transfer
