#include "model/transfer/import/package_source.h"

#include "model/formats/read_limits.h"
#include "model/formats/recording/jsonl.h"
#include "model/session/payload_packing.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/package.h"
#include "model/transfer/transfer_errors.h"

#include <QFileInfo>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Nothing;
using session::Result;

namespace {

/// The row number of an event is the session's number above 40 bits of seq.
constexpr int seqBits = 40;
constexpr std::int64_t seqMask = (std::int64_t{1} << seqBits) - 1;
/// A row is found in a few dozen of these, by number or by index. A file without that index is not ours.
constexpr int mostInstructions = 50'000'000;

bool hasAll(const std::set<std::string>& columns, std::initializer_list<const char*> names)
{
    return !hasOwnRowNumber(columns)
        && std::ranges::all_of(names, [&](const char* name) { return columns.contains(name); });
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
    constexpr qsizetype idAt = 68; // where the id of the application stands
    return databaseHeader(path).mid(idAt, 4) == "QrDk";
}

PackageSource::PackageSource(const ImportFile& file) : DatabaseSource(file) { }

PackageSource::~PackageSource() = default;

Result<std::unique_ptr<PackageSource>> PackageSource::open(const ImportFile& file, const GoesOn& goesOn)
{
    std::unique_ptr<PackageSource> source(new PackageSource(file));
    const QString path = QFileInfo(QString::fromStdString(file.path)).absoluteFilePath();
    const qint64 logSize = QFileInfo(path + QStringLiteral("-wal")).size();
    source->addToSize(logSize);
    try {
        if (logSize == 0) {
            source->use(std::make_unique<ForeignDatabase>(path, ForeignDatabase::Way::Unchanging));
        } else if (const auto copied = copyDatabase(path, source->pathForCopy(), goesOn); copied) {
            source->use(std::make_unique<ForeignDatabase>(source->pathForCopy(), ForeignDatabase::Way::Copy));
        } else {
            return tl::unexpected(copied.error());
        }
        if (const auto found = source->prepare(); !found) {
            return tl::unexpected(found.error());
        }
    } catch (const std::exception& error) {
        return tl::unexpected(source->damaged(error.what()));
    }
    return source;
}

Result<Nothing> PackageSource::prepare()
{
    bound(database());
    if (!hasAll(columnsOf("sessions"), {"is_complete", "last_seq"})
        || !hasAll(columnsOf("events"), {"kind", "version", "time", "monotonic"})
        || !hasAll(columnsOf("attachments"), {"hash", "bytes"})) {
        return tl::unexpected(damaged("a table of the schema is missing"));
    }
    SQLite::Statement sessions(database(),
                               "SELECT rowid, last_seq FROM sessions NOT INDEXED WHERE is_complete LIMIT 2");
    if (!sessions.executeStep()) {
        return tl::unexpected(errors::notOneSession(name()));
    }
    m_session = sessions.getColumn(0).getInt64();
    m_eventCount = sessions.getColumn(1).getInt64();
    if (sessions.executeStep()) {
        return tl::unexpected(errors::notOneSession(name()));
    }
    constexpr std::int64_t mostSessions = (std::int64_t{1} << (62 - seqBits));
    if (m_session < 0 || m_session >= mostSessions) {
        return tl::unexpected(damaged("the session's number"));
    }
    const std::string payload = payloadColumns();
    if (payload.empty()) {
        return tl::unexpected(damaged("a table of the schema is missing"));
    }
    m_events = std::make_unique<SQLite::Statement>(database(),
                                                   "SELECT rowid, kind, version, time, monotonic, " + payload
                                                       + " FROM events NOT INDEXED"
                                                         " WHERE rowid > ? AND rowid < ? ORDER BY rowid");
    m_attachment =
        std::make_unique<SQLite::Statement>(database(), "SELECT bytes FROM attachments WHERE hash = ? LIMIT 1");
    rewindRows();
    return Nothing{};
}

/// The plain and the packed payload; empty if there are none.
std::string PackageSource::payloadColumns()
{
    const std::set<std::string> columns = columnsOf("events");
    if (hasAll(columns, {"plain", "packed"})) {
        return "plain, packed";
    }
    return hasAll(columns, {"payload"}) ? "payload, NULL" : ""; // older than version 3 of the schema
}

void PackageSource::count(std::size_t bytes) const
{
    m_read += static_cast<std::int64_t>(bytes);
    if (m_read > size()) {
        throw std::runtime_error("more comes out of the file than it has");
    }
}

std::string PackageSource::payload() const
{
    constexpr int plain = 5;
    constexpr int packed = 6;
    const SQLite::Column column = m_events->getColumn(m_events->isColumnNull(packed) ? plain : packed);
    std::string stored = column.getString();
    count(stored.size());
    if (m_events->isColumnNull(packed)) {
        return stored;
    }
    const auto unpacked = session::unpackedPayload(stored);
    if (!unpacked) {
        throw std::runtime_error("a packed payload is damaged");
    }
    return std::string(*unpacked);
}

std::string PackageSource::lineOfRows()
{
    if (!m_hasBegun) {
        m_hasBegun = true;
        return formats::jsonlHeaderLine({m_eventCount, {}, {}});
    }
    if (!m_events->executeStep()) {
        return {};
    }
    std::string kind = m_events->getColumn(1).getString();
    count(kind.size());
    const auto number = [this](int column) { return std::to_string(m_events->getColumn(column).getInt64()); };
    return "{\"kind\":" + json(std::move(kind)).dump(-1, ' ', false, json::error_handler_t::replace)
        + ",\"version\":" + number(2) + ",\"seq\":" + std::to_string(m_events->getColumn(0).getInt64() & seqMask)
        + ",\"time\":" + number(3) + ",\"monotonic\":" + number(4) + ",\"payload\":" + onOneLine(payload()) + "}\n";
}

void PackageSource::rewindRows()
{
    (void)m_events->tryReset(); // says once more what the last step failed with
    m_events->bind(1, m_session << seqBits);
    m_events->bind(2, (m_session + 1) << seqBits);
    m_hasBegun = false;
    m_read = 0;
}

session::Error PackageSource::damaged(const std::string& what) const { return errors::damagedPackage(name(), what); }

Result<std::string> PackageSource::attachment(const std::string& /*folder*/, const formats::AttachmentHash& hash,
                                              std::int64_t most) const
{
    try {
        m_attachment->reset();
        m_attachment->bind(1, hash.str());
        if (!m_attachment->executeStep()) {
            return tl::unexpected(errors::noSuchFile(name() + "/" + hash.str()));
        }
        const SQLite::Column bytes = m_attachment->getColumn(0);
        if (bytes.getBytes() > most) {
            return tl::unexpected(errors::attachmentTooLarge(name() + "/" + hash.str()));
        }
        const auto size = static_cast<std::size_t>(bytes.getBytes());
        count(size);
        return bytes.getString();
    } catch (const std::exception& error) {
        return tl::unexpected(damaged(error.what()));
    }
}

} // namespace quarterdeck::transfer
