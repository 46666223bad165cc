#include "model/transfer/import/zip_file.h"

#include "model/formats/format_errors.h"
#include "model/formats/read_limits.h"
#include "model/transfer/transfer_errors.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>

namespace quarterdeck::transfer {

using conversation::Result;

namespace {

constexpr std::size_t zipPieceBytes = std::size_t{64} << 10;

} // namespace

bool ZipFile::isZip(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(4) == QByteArray("PK\x03\x04");
}

ZipFile::ZipFile(QFile& file, std::string name)
    : m_file(&file)
    , m_name(std::move(name))
    , m_archive(nullptr, archive_read_free)
{ }

/// The list at its end is asked, so one that is cut off is not taken for a whole one.
Result<void> ZipFile::rewind()
{
    m_entry.clear();
    m_archive.reset(archive_read_new());
    archive_read_support_format_zip_seekable(m_archive.get());
    if (!m_file->seek(0) || archive_read_open_fd(m_archive.get(), m_file->handle(), zipPieceBytes) != ARCHIVE_OK) {
        return tl::unexpected(errors::notReadable(m_name, "its list of entries is damaged or missing"));
    }
    return {};
}

bool ZipFile::next()
{
    archive_entry* entry = nullptr;
    const int result = m_archive ? archive_read_next_header(m_archive.get(), &entry) : ARCHIVE_EOF;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
        return false;
    }
    const char* const name = archive_entry_pathname(entry);
    m_entry = name != nullptr ? name : "";
    return true;
}

Result<std::string> ZipFile::text(std::int64_t most)
{
    std::string text;
    std::array<char, zipPieceBytes> piece; // NOLINT(cppcoreguidelines-pro-type-member-init): it is written to first
    for (;;) {
        const la_ssize_t count = archive_read_data(m_archive.get(), piece.data(), piece.size());
        if (count == 0) {
            return text;
        }
        if (count < 0) {
            const char* const why = archive_error_string(m_archive.get());
            return tl::unexpected(errors::notReadable(m_name + "/" + m_entry, why != nullptr ? why : "it is damaged"));
        }
        m_unpacked += count;
        text.append(piece.data(), static_cast<std::size_t>(count));
        if (static_cast<std::int64_t>(text.size()) > most) {
            formats::ReadLimits limits;
            limits.maxRecordBytes = most;
            return tl::unexpected(formats::errors::tooLargeAsAWhole(m_name + "/" + m_entry, limits));
        }
    }
}

std::int64_t ZipFile::place() const { return m_archive ? archive_read_header_position(m_archive.get()) : 0; }

} // namespace quarterdeck::transfer
