#include "transcript_parts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::transfer {

using nlohmann::json;

namespace {

const QString ending = QStringLiteral(".jsonl");
const QString partName = QStringLiteral("agent-*.jsonl");
const QString partsFolder = QStringLiteral("/subagents");
/// No conversation has more; a hostile folder may.
constexpr qsizetype mostParts = 1'000;

bool isPartName(const QString& name) { return QDir::match(partName, name); }

std::string textIn(const json& record, const char* key)
{
    const auto found = record.is_object() ? record.find(key) : record.end();
    return record.is_object() && found != record.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
}

/// Which session a sub-agent's file says that it is of; a name of a file, or nothing.
QString sessionIn(const QString& path)
{
    constexpr qint64 longest = qint64{1} << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray line = file.readLine(longest);
    const json record = json::parse(line.begin(), line.end(), nullptr, false);
    const QString session = QString::fromStdString(textIn(record, "sessionId"));
    const bool isName = !session.contains(u'/') && !session.startsWith(u'.') && !session.contains(QChar(u'\0'));
    return isName && !textIn(record, "agentId").empty() ? session : QString();
}

QString plainPath(const QString& path) { return QDir::cleanPath(QFileInfo(path).absoluteFilePath()); }

} // namespace

const TranscriptParts::Parts& TranscriptParts::in(const QString& folder)
{
    if (const auto known = m_folders.constFind(folder); known != m_folders.constEnd()) {
        return *known;
    }
    Parts found;
    const QStringList names = QDir(folder).entryList({partName}, QDir::Files | QDir::NoSymLinks, QDir::Name);
    for (const QString& name : names) {
        const QString path = folder + u'/' + name;
        if (const QString session = sessionIn(path); !session.isEmpty()) {
            found[session].append(path);
            m_sessions[path] = session;
        }
    }
    return *m_folders.insert(folder, std::move(found));
}

QString TranscriptParts::wholeOf(const QString& path)
{
    const QFileInfo file(plainPath(path));
    if (!isPartName(file.fileName())) {
        return {};
    }
    static_cast<void>(in(file.path()));
    const QString name = m_sessions.value(file.filePath()) + ending;
    for (const QString& folder : {QStringLiteral("/"), QStringLiteral("/../../")}) {
        const QString whole = QDir::cleanPath(file.path() + folder + name);
        // What would not be read with it is not left out for it.
        if (QFileInfo(whole).isFile() && partsOf(whole).contains(file.filePath())) {
            return whole;
        }
    }
    return {};
}

QStringList TranscriptParts::partsOf(const QString& path)
{
    const QFileInfo file(plainPath(path));
    const QString name = file.fileName();
    if (!name.endsWith(ending) || name == ending || isPartName(name)) {
        return {};
    }
    const QString session = name.chopped(ending.size());
    const QStringList beside = in(file.path()).value(session);
    return (beside + in(file.path() + u'/' + session + partsFolder).value(session)).mid(0, mostParts);
}

} // namespace quarterdeck::transfer
