#include "model/transfer/import/split_transcript.h"

#include "model/formats/coding_agent/claude_code_words.h"
#include "model/formats/coding_agent/joined_records.h"
#include "model/formats/json/json_text.h"
#include "model/formats/read_limits.h"
#include "model/session/safe_files.h"
#include "model/transfer/import/compressed_source.h"
#include "model/transfer/import/sub_agent_places.h"
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
const QString partPrefix = QStringLiteral("agent-");
const QString partName = partPrefix + QStringLiteral("*.jsonl");
const QString partsFolder = QStringLiteral("/subagents");
/// More than any conversation has, though a hostile folder may.
constexpr qsizetype mostParts = 1'000;
constexpr qsizetype mostKnown = 100'000;

bool isPartName(const QString& name) { return QDir::match(partName, name); }

/// The session that a sub-agent's file says it belongs to, as a file name; empty if none.
QString sessionIn(const QString& path)
{
    constexpr qint64 longest = qint64{1} << 20;
    QFile file;
    if (session::openBeside(file, path, {})) {
        return {};
    }
    const QByteArray start = isCompressed(path) ? beginningOfCompressed(file, longest) : file.readLine(longest);
    const QByteArray line = start.left(start.contains('\n') ? start.indexOf('\n') : start.size());
    const json record = json::parse(line.begin(), line.end(), nullptr, false);
    if (!isPartName(QFileInfo(path).fileName())) {
        return starterIn(record, path);
    }
    const QString id = QString::fromStdString(formats::textMember(record, "sessionId"));
    const bool isName = !id.contains(u'/') && !id.startsWith(u'.') && !id.contains(QChar(u'\0'));
    return isName && !formats::textMember(record, "agentId").empty() ? id : QString();
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
        const QStringList names = isGeminiPartsFolder(folder)
            ? QStringList{u'*' + ending}
            : QStringList{partName, QStringLiteral("rollout-*") + ending,
                          QStringLiteral("rollout-*") + ending + QStringLiteral(".zst")};
        const QFileInfoList files = QDir(folder).entryInfoList(names, QDir::Files | QDir::NoSymLinks, QDir::Name);
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
    if (isClineScreen(file.fileName())) {
        return clineTaskOf(file);
    }
    if (isRollout(file.fileName())) {
        return wholeOfRollout(file);
    }
    if (!isPartName(file.fileName())) {
        return wholeOfGeminiPart(file);
    }
    static_cast<void>(in(file.path()));
    const QString name = m_sessions.value(file.filePath()) + ending;
    // The last one is Qwen Code's.
    for (const QString& folder : {QStringLiteral("/"), QStringLiteral("/../../"), QStringLiteral("/../../chats/")}) {
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
    if (isRollout(name)) {
        return partsOfRollout(file).mid(0, mostParts);
    }
    if (!name.endsWith(ending) || name == ending || isPartName(name)) {
        return {};
    }
    if (const QStringList parts = partsOfGeminiChat(file); !parts.isEmpty()) {
        return parts.mid(0, mostParts);
    }
    const QString session = name.chopped(ending.size());
    const QStringList beside = in(file.path()).value(session);
    QStringList parts = beside;
    const QString ofQwen = QDir::cleanPath(file.path() + QStringLiteral("/../subagents/") + session);
    for (const QString& folder : {file.path() + u'/' + session + partsFolder, ofQwen}) {
        parts += isBehindLink(folder) ? QStringList() : in(folder).value(session);
    }
    return parts.mid(0, mostParts);
}

/// A sub-agent may have been started by another one.
QString SubAgentFiles::wholeOfRollout(const QFileInfo& file)
{
    constexpr int mostLevels = 16;
    QString whole;
    QFileInfo part = file;
    for (int level = 0; level < mostLevels; ++level) {
        static_cast<void>(in(part.path()));
        const QStringList found = rolloutsBefore(part, m_sessions.value(part.filePath()));
        if (found.isEmpty()) {
            break;
        }
        whole = found.front();
        part = QFileInfo(whole);
    }
    return !whole.isEmpty() && partsOf(whole).contains(file.filePath()) ? whole : QString();
}

QStringList SubAgentFiles::partsOfRollout(const QFileInfo& file)
{
    QStringList parts;
    QStringList waiting{file.filePath()};
    while (!waiting.isEmpty() && parts.size() < mostParts) {
        const QFileInfo next(waiting.takeFirst());
        const QString id = rolloutId(next.fileName());
        for (const QString& folder : rolloutFoldersAfter(next)) {
            for (const QString& part : in(folder).value(id)) {
                if (part != file.filePath() && !parts.contains(part)) {
                    parts.append(part);
                    waiting.append(part);
                }
            }
        }
    }
    return parts;
}

QString SubAgentFiles::wholeOfGeminiPart(const QFileInfo& file)
{
    if (!isGeminiPartsFolder(file.path())) {
        return {};
    }
    for (const QString& chat : geminiChatsOf(file.path())) {
        if (partsOf(chat).contains(file.filePath())) {
            return chat;
        }
    }
    return {};
}

QStringList SubAgentFiles::partsOfGeminiChat(const QFileInfo& file)
{
    const QStringList folders = geminiFoldersOf(file);
    QFile chat;
    if (folders.isEmpty() || session::openBeside(chat, file.filePath(), {})) {
        return {};
    }
    constexpr qint64 longest = qint64{1} << 20;
    const QByteArray line = chat.readLine(longest);
    const QString id =
        QString::fromStdString(formats::textMember(json::parse(line.begin(), line.end(), nullptr, false), "sessionId"));
    const QString folder = file.path() + u'/' + id;
    return folders.contains(folder) ? in(folder).value(id) : QStringList();
}

using session::Nothing;
using session::Result;

namespace {

/// Whoever reads the line refuses a longer one.
constexpr qint64 longestLine = formats::ReadLimits().maxRecordBytes;

/// A line with its end. Of one that is longer than the maximum only slightly more than that, and without its end.
/// Empty: it cannot be read.
QByteArray lineOf(QFile& file)
{
    constexpr qint64 step = qint64{1} << 20;
    QByteArray line;
    QByteArray more;
    do {
        more = file.readLine(step);
        line += line.size() <= longestLine ? more : QByteArray();
    } while (!more.isEmpty() && !more.endsWith('\n'));
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
    : m_name(plainName(QFileInfo(QString::fromStdString(file.path)).fileName()).toStdString())
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
    if (path != m_whole) {
        const QFileInfo part(path);
        return session::openBeneath(file, part.path(), part.fileName());
    }
    if (!QFileInfo(path).isFile()) { // to open a pipe is to wait
        return std::make_error_code(std::errc::no_such_file_or_directory);
    }
    return file.open(QIODevice::ReadOnly) ? std::error_code() : std::error_code(errno, std::generic_category());
}

Result<std::unique_ptr<QFile>> SplitTranscript::openFile(const QString& path) const
{
    auto file = std::make_unique<QFile>(path);
    if (const auto failure = openPart(*file); failure) {
        return tl::unexpected(errors::notOpenedBeneath(path.toStdString(), failure));
    }
    return isCompressed(path) ? uncompressed(*file) : Result<std::unique_ptr<QFile>>(std::move(file));
}

/// Finds where a file's lines are, and when they were written.
Result<Nothing> SplitTranscript::find(const QString& path, bool isGrowing)
{
    const auto opened = openFile(path);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    QFile& file = **opened;
    const auto number = static_cast<std::size_t>(m_paths.size());
    m_paths.append(path);
    m_labels.append(path == m_whole ? QString() : labelOfPart(path));
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
    if (path != m_whole && beginning.bytes > 0) {
        findNote(path, number);
    }
    return Nothing{};
}

/// `agent-<id>.meta.json`: of which kind it is, and which call started it.
void SplitTranscript::findNote(const QString& path, std::size_t number)
{
    constexpr qint64 longest = qint64{64} << 10;
    QFile file(path.chopped(ending.size()) + QStringLiteral(".meta.json"));
    if (!file.exists() || openPart(file)) {
        return;
    }
    const QByteArray text = file.read(longest);
    json note = json::parse(text.begin(), text.end(), nullptr, false);
    if (!note.is_object()) {
        return;
    }
    json line = {{"type", formats::claude_code::noteOnAgent},
                 {"agentId", QFileInfo(path).completeBaseName().mid(partPrefix.size()).toStdString()}};
    for (const char* key : {"agentType", "toolUseId", "parentAgentId"}) {
        line[key] = formats::textMember(note, key);
    }
    m_notes[number] = QByteArray::fromStdString(line.dump(-1, ' ', false, json::error_handler_t::replace)) + '\n';
    m_size += m_notes[number].size();
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
    QByteArray text = file.read(line.bytes);
    const QByteArray label = m_labels[static_cast<qsizetype>(line.file)].toUtf8();
    if (!label.isEmpty() && text.startsWith('{')) {
        const bool isEmpty = text.mid(1).trimmed().startsWith('}');
        text.replace(0, 1, QByteArray("{\"") + formats::joinedFileKey + "\":\"" + label + (isEmpty ? "\"" : "\","));
    }
    const auto note = line.at == 0 ? m_notes.find(line.file) : m_notes.end();
    return (note == m_notes.end() ? QByteArray() : note->second) + text + '\n';
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
    const QString& path = m_paths[static_cast<qsizetype>(number)];
    auto file = openFile(path);
    // If it cannot be opened, whoever reads it finds it closed.
    auto& kept = m_files[number];
    kept = file ? std::move(*file) : std::make_unique<QFile>(path);
    return *kept;
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
    m_given = std::min(m_given + static_cast<std::int64_t>(count), m_size);
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
