#include "package_source.h"

#include "foreign_database.h"
#include "formats/jsonl_export.h"
#include "formats/read_limits.h"
#include "sentences.h"
#include "transfer/package.h"

#include <QFile>
#include <QFileInfo>
#include <QUrl>
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Nothing;
using session::Result;

namespace {

/// A row of events is the session's number above 40 bits of its seq.
constexpr int seqBits = 40;
constexpr std::int64_t seqMask = (std::int64_t{1} << seqBits) - 1;
/// One row is found in some dozens of these, by its number or by an index. A file without that index is none of ours.
constexpr int mostInstructions = 50'000'000;

/// A name that no column may have: it would stand for something else than the number of the row.
bool hasOwnRowNumber(const std::set<std::string>& columns)
{
    return std::ranges::any_of(columns, [](std::string name) {
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return name == "rowid" || name == "_rowid_" || name == "oid";
    });
}

bool hasAll(const std::set<std::string>& columns, std::initializer_list<const char*> names)
{
    return !hasOwnRowNumber(columns)
        && std::ranges::all_of(names, [&](const char* name) { return columns.contains(name); });
}

/// Nobody writes to it, so nothing is made beside it.
std::string addressOf(const QString& path)
{
    return "file:" + QUrl::toPercentEncoding(path, "/").toStdString() + "?immutable=1";
}

/// What is written to it just now stands beside it; a copy of both is no matter to anybody.
QString copyOf(const QString& path, const QTemporaryDir& folder)
{
    const QString copy = folder.filePath(QStringLiteral("copy.qdeck"));
    const bool isCopied =
        QFile::copy(path, copy) && QFile::copy(path + QStringLiteral("-wal"), copy + QStringLiteral("-wal"));
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    return isCopied ? copy : QString();
}

void bound(SQLite::Database& database)
{
    sqlite3* const handle = database.getHandle();
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, static_cast<int>(formats::ReadLimits().maxRecordBytes));
    sqlite3_progress_handler(
        handle, mostInstructions, [](void*) { return 1; }, nullptr);
}

} // namespace

bool isPackage(const std::string& path)
{
    // Of SQLite's header: how it begins, and where the id of the application stands.
    constexpr qsizetype headerSize = 100;
    constexpr qsizetype idAt = 68;
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray header = file.read(headerSize);
    return header.startsWith("SQLite format 3") && header.mid(idAt, 4) == "QrDk";
}

PackageSource::PackageSource() = default;
PackageSource::~PackageSource() = default;

Result<std::unique_ptr<PackageSource>> PackageSource::open(const ImportFile& file)
{
    std::unique_ptr<PackageSource> source(new PackageSource);
    const QFileInfo info(QString::fromStdString(file.path));
    source->m_name = info.fileName().toStdString();
    source->m_modified = file.modified.value_or(Timestamp{info.lastModified().toMSecsSinceEpoch()});
    source->m_size = info.size();
    QString path = info.absoluteFilePath();
    const qint64 logSize = QFileInfo(path + QStringLiteral("-wal")).size();
    if (logSize > 0) {
        path = copyOf(path, source->m_folder);
        source->m_size += logSize;
    }
    try {
        const bool isCopy = logSize > 0;
        source->m_database = std::make_unique<SQLite::Database>(isCopy ? path.toStdString() : addressOf(path),
                                                                isCopy ? SQLite::OPEN_READWRITE
                                                                       : SQLite::OPEN_READONLY | SQLite::OPEN_URI);
        if (const auto found = source->prepare(); !found) {
            return tl::unexpected(found.error());
        }
    } catch (const std::exception& error) {
        return tl::unexpected(sentences::damagedPackage(source->m_name, error.what()));
    }
    return source;
}

Result<Nothing> PackageSource::prepare()
{
    beCautious(*m_database);
    bound(*m_database);
    if (!hasAll(columnsOf(*m_database, "sessions"), {"is_complete", "last_seq"})
        || !hasAll(columnsOf(*m_database, "events"), {"kind", "version", "time", "monotonic", "payload"})
        || !hasAll(columnsOf(*m_database, "attachments"), {"hash", "bytes"})) {
        return tl::unexpected(sentences::damagedPackage(m_name, "a table of the schema is missing"));
    }
    SQLite::Statement sessions(*m_database,
                               "SELECT rowid, last_seq FROM sessions NOT INDEXED WHERE is_complete LIMIT 2");
    if (!sessions.executeStep()) {
        return tl::unexpected(sentences::notOneSession(m_name));
    }
    m_session = sessions.getColumn(0).getInt64();
    m_eventCount = sessions.getColumn(1).getInt64();
    if (sessions.executeStep()) {
        return tl::unexpected(sentences::notOneSession(m_name));
    }
    constexpr std::int64_t mostSessions = (std::int64_t{1} << (62 - seqBits));
    if (m_session < 0 || m_session >= mostSessions) {
        return tl::unexpected(sentences::damagedPackage(m_name, "the session's number"));
    }
    m_events = std::make_unique<SQLite::Statement>(
        *m_database,
        "SELECT rowid, kind, version, time, monotonic, payload FROM events NOT INDEXED"
        " WHERE rowid > ? AND rowid < ? ORDER BY rowid");
    m_attachment =
        std::make_unique<SQLite::Statement>(*m_database, "SELECT bytes FROM attachments WHERE hash = ? LIMIT 1");
    (void)rewind();
    return Nothing{};
}

void PackageSource::count(std::size_t bytes) const
{
    m_unpacked += static_cast<std::int64_t>(bytes);
    if (m_unpacked > m_size) {
        throw std::runtime_error("more comes out of the file than it has");
    }
}

bool PackageSource::toNextLine()
{
    m_at = 0;
    if (!m_hasBegun) {
        m_hasBegun = true;
        m_line = formats::jsonlHeaderLine({m_eventCount, {}, {}});
        return true;
    }
    if (!m_events->executeStep()) {
        return false;
    }
    // As it stands there: whoever reads the line knows how deep JSON may be.
    std::string payload = m_events->getColumn(5).getString();
    std::string kind = m_events->getColumn(1).getString();
    count(payload.size() + kind.size());
    std::ranges::replace_if(
        payload, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    const auto number = [this](int column) { return std::to_string(m_events->getColumn(column).getInt64()); };
    m_line = "{\"kind\":" + json(std::move(kind)).dump(-1, ' ', false, json::error_handler_t::replace)
        + ",\"version\":" + number(2) + ",\"seq\":" + std::to_string(m_events->getColumn(0).getInt64() & seqMask)
        + ",\"time\":" + number(3) + ",\"monotonic\":" + number(4) + ",\"payload\":" + payload + "}\n";
    return true;
}

Result<std::size_t> PackageSource::read(char* to, std::size_t most)
{
    try {
        if (m_at >= m_line.size() && !toNextLine()) {
            m_line.clear();
            return 0;
        }
    } catch (const std::exception& error) {
        return tl::unexpected(sentences::damagedPackage(m_name, error.what()));
    }
    const std::size_t count = std::min(most, m_line.size() - m_at);
    std::memcpy(to, m_line.data() + m_at, count);
    m_at += count;
    return count;
}

Result<std::size_t> PackageSource::rewind()
{
    m_events->reset();
    m_events->bind(1, m_session << seqBits);
    m_events->bind(2, (m_session + 1) << seqBits);
    m_hasBegun = false;
    m_line.clear();
    m_at = 0;
    m_unpacked = 0;
    return 0;
}

Result<std::string> PackageSource::attachment(const std::string& /*folder*/, const formats::AttachmentHash& hash,
                                              std::int64_t most) const
{
    try {
        m_attachment->reset();
        m_attachment->bind(1, hash.str());
        if (!m_attachment->executeStep()) {
            return tl::unexpected(sentences::noSuchFile(m_name + "/" + hash.str()));
        }
        const SQLite::Column bytes = m_attachment->getColumn(0);
        if (bytes.getBytes() > most) {
            return tl::unexpected(sentences::attachmentTooLarge(m_name + "/" + hash.str()));
        }
        count(static_cast<std::size_t>(bytes.getBytes()));
        return bytes.getString();
    } catch (const std::exception& error) {
        return tl::unexpected(sentences::damagedPackage(m_name, error.what()));
    }
}

} // namespace quarterdeck::transfer
