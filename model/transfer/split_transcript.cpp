#include "split_transcript.h"

#include "sentences.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Nothing;
using session::Result;

namespace {

const QString ending = QStringLiteral(".jsonl");
const QString partName = QStringLiteral("agent-*.jsonl");
const QString partsFolder = QStringLiteral("subagents");
/// No conversation has more; a hostile folder may.
constexpr qsizetype mostParts = 1'000;
/// The first record has an order's text; what is longer is no record.
constexpr qint64 longestLine = qint64{64} << 20;

bool isPartName(const QString& name) { return QDir::match(partName, name); }

std::string textIn(const json& record, const char* key)
{
    const auto found = record.is_object() ? record.find(key) : record.end();
    return record.is_object() && found != record.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
}

/// Which session a sub-agent's file says that it is of; a name of a file, or nothing.
QString sessionOf(const QString& path)
{
    constexpr qint64 longest = qint64{1} << 20;
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray line = file.readLine(longest);
    const json record = json::parse(line.begin(), line.end(), nullptr, false);
    const QString session = QString::fromStdString(textIn(record, "sessionId"));
    const bool isName = !session.contains(u'/') && !session.startsWith(u'.') && !session.contains(QChar(u'\0'));
    return isName && !textIn(record, "agentId").empty() ? session : QString();
}

QStringList partsIn(const QDir& folder, const QString& session)
{
    QStringList parts;
    for (const QString& name : folder.entryList({partName}, QDir::Files | QDir::NoSymLinks, QDir::Name)) {
        if (parts.size() < mostParts && sessionOf(folder.filePath(name)) == session) {
            parts.append(folder.filePath(name));
        }
    }
    return parts;
}

std::int64_t timeOf(const QByteArray& line)
{
    const json record = json::parse(line.begin(), line.end(), nullptr, false);
    const QDateTime time =
        QDateTime::fromString(QString::fromStdString(textIn(record, "timestamp")), Qt::ISODateWithMs);
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

} // namespace

QString SplitTranscript::wholeOf(const QString& path)
{
    const QFileInfo file(path);
    const QString session = isPartName(file.fileName()) ? sessionOf(path) : QString();
    if (session.isEmpty()) {
        return {};
    }
    const bool isBelow = file.dir().dirName() == partsFolder;
    const QString whole =
        QDir::cleanPath(file.dir().filePath((isBelow ? QStringLiteral("../../") : QString()) + session + ending));
    return QFileInfo(whole).isFile() && !isPartName(QFileInfo(whole).fileName()) ? whole : QString();
}

QStringList SplitTranscript::partsOf(const QString& path)
{
    const QFileInfo file(path);
    if (!file.fileName().endsWith(ending) || isPartName(file.fileName())) {
        return {};
    }
    const QString session = file.fileName().chopped(ending.size());
    return (partsIn(file.dir(), session) + partsIn(QDir(file.dir().filePath(session + u'/' + partsFolder)), session))
        .mid(0, mostParts);
}

SplitTranscript::SplitTranscript(const ImportFile& file)
    : m_name(QFileInfo(QString::fromStdString(file.path)).fileName().toStdString())
{ }

Result<std::unique_ptr<SplitTranscript>> SplitTranscript::open(const ImportFile& file)
{
    std::unique_ptr<SplitTranscript> source(new SplitTranscript(file));
    const QString whole = QString::fromStdString(file.path);
    // The whole one comes last, so that it has the order of every sub-agent that has begun.
    for (const QString& path : partsOf(whole) + QStringList(whole)) {
        if (const auto found = source->find(path, file.isGrowing); !found) {
            return tl::unexpected(found.error());
        }
    }
    const auto placeOf = [last = source->m_paths.size() - 1](const Line& line) {
        return std::pair(line.time, static_cast<qsizetype>(line.file) != last);
    };
    std::ranges::stable_sort(source->m_lines, {}, placeOf);
    source->m_modified = file.modified.value_or(source->m_modified);
    return source;
}

/// Where the lines of a file are, and when they were written.
Result<Nothing> SplitTranscript::find(const QString& path, bool isGrowing)
{
    QFile file(path);
    if (!QFileInfo(path).isFile()) {
        return tl::unexpected(sentences::noSuchFile(path.toStdString()));
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(sentences::notReadable(path.toStdString(), file.errorString().toStdString()));
    }
    const auto number = static_cast<std::size_t>(m_paths.size());
    m_paths.append(path);
    m_modified = std::max(m_modified, Timestamp{QFileInfo(path).lastModified().toMSecsSinceEpoch()});
    std::int64_t time = 0;
    for (qint64 at = 0; !file.atEnd(); at = file.pos()) {
        QByteArray line = file.readLine(longestLine);
        const bool isWhole = line.endsWith('\n');
        line.chop(isWhole ? 1 : 0);
        if (!isWhole && isGrowing && !json::accept(line.begin(), line.end())) {
            break; // it is being written
        }
        time = std::max(time, timeOf(line));
        m_lines.push_back({time, number, at, line.size()});
        m_size += line.size() + 1;
    }
    return Nothing{};
}

Result<QByteArray> SplitTranscript::nextLine()
{
    if (m_next >= m_lines.size()) {
        return QByteArray();
    }
    const Line& line = m_lines[m_next++];
    const QString& path = m_paths[static_cast<qsizetype>(line.file)];
    if (m_file.fileName() != path || !m_file.isOpen()) {
        m_file.close();
        m_file.setFileName(path);
        m_file.open(QIODevice::ReadOnly);
    }
    if (!m_file.isOpen() || !m_file.seek(line.at)) {
        return tl::unexpected(sentences::notReadable(path.toStdString(), m_file.errorString().toStdString()));
    }
    return m_file.read(line.bytes) + '\n';
}

Result<std::size_t> SplitTranscript::read(char* to, std::size_t most)
{
    if (m_at >= m_line.size()) {
        auto line = nextLine();
        if (!line) {
            return tl::unexpected(line.error());
        }
        m_line = std::move(*line);
        m_at = 0;
    }
    const auto count = std::min(most, static_cast<std::size_t>(m_line.size() - m_at));
    std::memcpy(to, m_line.constData() + m_at, count);
    m_at += static_cast<qsizetype>(count);
    m_given += static_cast<std::int64_t>(count);
    return count;
}

Result<std::size_t> SplitTranscript::rewind()
{
    m_next = 0;
    m_line.clear();
    m_at = 0;
    m_given = 0;
    return 0;
}

Result<std::string> SplitTranscript::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                                std::int64_t /*most*/) const
{
    return tl::unexpected(sentences::noSuchFile(folder + "/" + hash.str())); // Claude Code writes them within
}

} // namespace quarterdeck::transfer
