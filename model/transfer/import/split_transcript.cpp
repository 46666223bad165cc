#include "model/transfer/import/split_transcript.h"

#include "model/formats/read_limits.h"
#include "model/session/safe_files.h"
#include "model/transfer/transfer_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
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

using session::Nothing;
using session::Result;

namespace {

/// Whoever reads the line refuses a longer one.
constexpr qint64 longestLine = formats::ReadLimits().maxRecordBytes;

/// A line with its end, or the rest of it; slightly more than the maximum if it is longer. Empty: it cannot be read.
QByteArray lineOf(QFile& file)
{
    constexpr qint64 step = qint64{1} << 20;
    QByteArray line;
    QByteArray more;
    do {
        more = file.readLine(step);
        line += more;
    } while (!more.isEmpty() && !line.endsWith('\n') && line.size() <= longestLine);
    return line;
}

/// For a long line: simdjson needs several times its size, this only the line's own members.
std::string timestampInLong(const QByteArray& line)
{
    using Event = json::parse_event_t;
    const auto isOfLine = [](int depth, Event event, const json&) {
        return depth == 0 || (depth == 1 && (event == Event::key || event == Event::value));
    };
    const json record = json::parse(line.begin(), line.end(), isOfLine, false);
    const auto found = record.is_object() ? record.find("timestamp") : record.end();
    return record.is_object() && found != record.end() && found->is_string() ? found->get<std::string>()
                                                                             : std::string();
}

/// Reads no more than that; whether the rest is valid concerns whoever reads it later.
std::string timestampIn(QByteArray& line, simdjson::ondemand::parser& parser)
{
    constexpr qsizetype longLine = qsizetype{4} << 20;
    if (line.size() > longLine) {
        return timestampInLong(line);
    }
    line.reserve(line.size() + static_cast<qsizetype>(simdjson::SIMDJSON_PADDING));
    const auto room = static_cast<std::size_t>(line.capacity());
    simdjson::ondemand::document record;
    std::string_view text;
    if (parser.iterate(line.constData(), static_cast<std::size_t>(line.size()), room).get(record) != simdjson::SUCCESS
        || record.find_field_unordered("timestamp").get_string().get(text) != simdjson::SUCCESS) {
        return {};
    }
    return std::string(text);
}

std::int64_t timeOf(QByteArray& line, simdjson::ondemand::parser& parser)
{
    const QString written = QString::fromStdString(timestampIn(line, parser));
    const QDateTime time = QDateTime::fromString(written, Qt::ISODateWithMs);
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

} // namespace

SplitTranscript::SplitTranscript(const ImportFile& file)
    : m_name(QFileInfo(QString::fromStdString(file.path)).fileName().toStdString())
    , m_whole(QString::fromStdString(file.path))
    , m_folder(QDir::cleanPath(QFileInfo(m_whole).absolutePath()))
{ }

Result<std::unique_ptr<SplitTranscript>> SplitTranscript::open(const ImportFile& file, const QStringList& parts)
{
    std::unique_ptr<SplitTranscript> source(new SplitTranscript(file));
    const QString whole = QString::fromStdString(file.path);
    // The whole transcript comes last, so that it knows the order of every sub-agent that has begun.
    for (const QString& path : parts + QStringList(whole)) {
        if (path != whole && !QFileInfo::exists(path)) {
            continue; // it went since it was found
        }
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

/// The transcript may be a link, which the person named. Its parts were found: no link leads to them.
std::error_code SplitTranscript::openPart(QFile& file) const
{
    const QString path = file.fileName();
    const QString beside = m_folder + u'/';
    if (path != m_whole && path.startsWith(beside)) {
        return session::openBeneath(file, m_folder, path.mid(beside.size()));
    }
    if (!QFileInfo(path).isFile()) { // to open a pipe is to wait
        return std::make_error_code(std::errc::no_such_file_or_directory);
    }
    return file.open(QIODevice::ReadOnly) ? std::error_code() : std::error_code(errno, std::generic_category());
}

/// Finds where a file's lines are, and when they were written.
Result<Nothing> SplitTranscript::find(const QString& path, bool isGrowing)
{
    QFile file(path);
    if (const auto failure = openPart(file); failure) {
        return tl::unexpected(errors::notOpenedBeneath(path.toStdString(), failure));
    }
    const auto number = static_cast<std::size_t>(m_paths.size());
    m_paths.append(path);
    FileBeginning& beginning = m_beginnings.emplace_back(FileBeginning{path.toStdString(), 0});
    m_modified = std::max(m_modified, Timestamp{QFileInfo(path).lastModified().toMSecsSinceEpoch()});
    simdjson::ondemand::parser parser;
    std::int64_t time = 0;
    while (!file.atEnd()) {
        const qint64 at = file.pos();
        QByteArray line = lineOf(file);
        if (line.isEmpty()) {
            return tl::unexpected(errors::notReadable(path.toStdString(), file.errorString().toStdString()));
        }
        const bool isWhole = line.endsWith('\n');
        line.chop(isWhole ? 1 : 0);
        if (!isWhole && isGrowing && file.atEnd() && !json::accept(line.begin(), line.end())) {
            break; // it is being written
        }
        time = std::max(time, timeOf(line, parser));
        m_lines.push_back({time, number, at, line.size()});
        m_size += line.size() + 1;
        beginning.bytes = file.pos();
    }
    return Nothing{};
}

/// What is found late in one file may have been said before what was found in another.
bool SplitTranscript::goesOnFrom(const std::vector<FileBeginning>& files) const
{
    const auto wasRead = [&](const Line& line) { return line.at < files[line.file].bytes; };
    return ImportSource::goesOnFrom(files) && std::ranges::is_partitioned(m_lines, wasRead);
}

Result<QByteArray> SplitTranscript::nextLine()
{
    if (m_next >= m_lines.size()) {
        return QByteArray();
    }
    const Line& line = m_lines[m_next++];
    QFile& file = opened(line.file);
    if (!file.isOpen() || !file.seek(line.at)) {
        const std::string path = m_paths[static_cast<qsizetype>(line.file)].toStdString();
        return tl::unexpected(errors::notReadable(path, file.errorString().toStdString()));
    }
    return file.read(line.bytes) + '\n';
}

/// Agents that work side by side alternate line by line.
QFile& SplitTranscript::opened(std::size_t number)
{
    constexpr std::size_t mostOpen = 16;
    const auto known = m_files.find(number);
    if (known != m_files.end()) {
        return *known->second;
    }
    if (m_files.size() >= mostOpen) {
        m_files.clear();
    }
    const auto file = m_files.emplace(number, std::make_unique<QFile>(m_paths[static_cast<qsizetype>(number)])).first;
    (void)openPart(*file->second); // whoever reads it finds it closed
    return *file->second;
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
    return tl::unexpected(errors::noSuchFile(folder + "/" + hash.str())); // Claude Code writes them within
}

} // namespace quarterdeck::transfer
