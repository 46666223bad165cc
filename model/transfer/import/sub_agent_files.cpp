#include "model/transfer/import/sub_agent_files.h"

#include "model/session/open_beneath.h"

#include <QDateTime>
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
/// More than any conversation has, though a hostile folder may.
constexpr qsizetype mostParts = 1'000;
constexpr qsizetype mostKnown = 100'000;

bool isPartName(const QString& name) { return QDir::match(partName, name); }

std::string textIn(const json& record, const char* key)
{
    const auto found = record.is_object() ? record.find(key) : record.end();
    return record.is_object() && found != record.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
}

/// The session that a sub-agent's file says it belongs to, as a file name; empty if none.
QString sessionIn(const QString& path)
{
    constexpr qint64 longest = qint64{1} << 20;
    QFile file;
    if (session::openBeside(file, path, {})) {
        return {};
    }
    const QByteArray line = file.readLine(longest);
    const json record = json::parse(line.begin(), line.end(), nullptr, false);
    const QString id = QString::fromStdString(textIn(record, "sessionId"));
    const bool isName = !id.contains(u'/') && !id.startsWith(u'.') && !id.contains(QChar(u'\0'));
    return isName && !textIn(record, "agentId").empty() ? id : QString();
}

std::int64_t timeOf(const QFileInfo& file) { return file.lastModified().toMSecsSinceEpoch(); }

/// Folders of parts are found by a name that a file says, and lie beside it: a link there leads elsewhere.
bool isBehindLink(const QString& folder)
{
    const QFileInfo parts(folder);
    return parts.isSymLink() || QFileInfo(parts.path()).isSymLink();
}

QString plainPath(const QString& path) { return QDir::cleanPath(QFileInfo(path).absoluteFilePath()); }

} // namespace

std::optional<PartsOfFolder> SubAgentFileCache::of(const QString& folder)
{
    const std::int64_t changedAt = timeOf(QFileInfo(folder));
    const std::scoped_lock lock(m_mutex);
    const auto known = m_folders.constFind(folder);
    return known != m_folders.constEnd() && known->changedAt == changedAt ? std::optional(known->parts) : std::nullopt;
}

void SubAgentFileCache::remember(const QString& folder, const PartsOfFolder& parts, bool isWhole, std::int64_t lookedAt)
{
    constexpr std::int64_t coarsestMs = 2'000; // that file systems tell times in
    const std::int64_t changedAt = timeOf(QFileInfo(folder));
    const std::scoped_lock lock(m_mutex);
    m_folders.remove(folder);
    if (isWhole && changedAt < lookedAt - coarsestMs && m_folders.size() < mostKnown) {
        m_folders.insert(folder, {parts, changedAt});
    }
}

QString SubAgentFileCache::sessionOf(const QFileInfo& file)
{
    const QString path = file.filePath();
    const std::scoped_lock lock(m_mutex);
    const auto known = m_files.constFind(path);
    if (known != m_files.constEnd() && known->size == file.size() && known->writtenAt == timeOf(file)) {
        return known->session;
    }
    QString session = sessionIn(path);
    if (m_files.size() >= mostKnown) {
        m_files.clear();
    }
    m_files.insert(path, {session, file.size(), timeOf(file)});
    return session;
}

const PartsOfFolder& SubAgentFiles::in(const QString& folder)
{
    if (const auto looked = m_folders.constFind(folder); looked != m_folders.constEnd()) {
        return *looked;
    }
    std::optional<PartsOfFolder> found = m_known.of(folder);
    if (!found) {
        found.emplace();
        bool isWhole = true;
        const std::int64_t now = QDateTime::currentMSecsSinceEpoch();
        const QFileInfoList files = QDir(folder).entryInfoList({partName}, QDir::Files | QDir::NoSymLinks, QDir::Name);
        for (const QFileInfo& file : files) {
            const QString session = m_known.sessionOf(file);
            isWhole = isWhole && !session.isEmpty();
            if (!session.isEmpty()) {
                (*found)[session].append(file.filePath());
            }
        }
        m_known.remember(folder, *found, isWhole, now);
    }
    for (auto parts = found->constBegin(); parts != found->constEnd(); ++parts) {
        for (const QString& path : parts.value()) {
            m_sessions[path] = parts.key();
        }
    }
    return *m_folders.insert(folder, std::move(*found));
}

QString SubAgentFiles::wholeOf(const QString& path)
{
    const QFileInfo file(plainPath(path));
    if (!isPartName(file.fileName())) {
        return {};
    }
    static_cast<void>(in(file.path()));
    const QString name = m_sessions.value(file.filePath()) + ending;
    for (const QString& folder : {QStringLiteral("/"), QStringLiteral("/../../")}) {
        const QString whole = QDir::cleanPath(file.path() + folder + name);
        // A link may lead anywhere, and a file that would not be read as part of it is not skipped for it.
        const QFileInfo found(whole);
        if (found.isFile() && !found.isSymLink() && partsOf(whole).contains(file.filePath())) {
            return whole;
        }
    }
    return {};
}

QStringList SubAgentFiles::partsOf(const QString& path)
{
    const QFileInfo file(plainPath(path));
    const QString name = file.fileName();
    if (!name.endsWith(ending) || name == ending || isPartName(name)) {
        return {};
    }
    const QString session = name.chopped(ending.size());
    const QStringList beside = in(file.path()).value(session);
    const QString below = file.path() + u'/' + session + partsFolder;
    return (beside + (isBehindLink(below) ? QStringList() : in(below).value(session))).mid(0, mostParts);
}

} // namespace quarterdeck::transfer
