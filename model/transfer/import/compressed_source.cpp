#include "model/transfer/import/compressed_source.h"

#include "model/formats/format_errors.h"
#include "model/transfer/transfer_errors.h"

#include <QFileInfo>
#include <QTemporaryFile>
#include <zstd.h>

#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace quarterdeck::transfer {

namespace {

const QString compressedEnding = QStringLiteral(".zst");
/// A small file may hold any amount; no conversation is longer.
constexpr std::int64_t mostUncompressed = std::int64_t{8} << 30;
constexpr std::size_t pieceBytes = std::size_t{64} << 10;

} // namespace

bool isCompressed(const QString& path) { return path.endsWith(QStringLiteral(".jsonl") + compressedEnding); }

QString plainName(const QString& name) { return isCompressed(name) ? name.chopped(compressedEnding.size()) : name; }

/// Uncompresses piece by piece.
class CompressedSource::Stream
{
public:
    using ReadMore = std::function<session::Result<std::size_t>(char* to, std::size_t most)>;

    Stream(std::string name, ReadMore readMore)
        : m_name(std::move(name))
        , m_readMore(std::move(readMore))
        , m_context(ZSTD_createDCtx(), &ZSTD_freeDCtx)
    { }

    /// 0 at the end.
    session::Result<std::size_t> read(char* to, std::size_t most)
    {
        ZSTD_outBuffer out{to, most, 0};
        while (out.pos == 0 && most > 0) {
            if (m_in.pos == m_in.size) {
                const auto count = m_readMore(m_buffer.data(), m_buffer.size());
                if (!count) {
                    return tl::unexpected(count.error());
                }
                if (*count == 0) {
                    return m_isWhole ? session::Result<std::size_t>(0)
                                     : tl::unexpected(errors::notReadable(m_name, "the compressed data ends early"));
                }
                m_in = {m_buffer.data(), *count, 0};
            }
            const std::size_t left = ZSTD_decompressStream(m_context.get(), &out, &m_in);
            if (ZSTD_isError(left) != 0) {
                return tl::unexpected(errors::notReadable(m_name, ZSTD_getErrorName(left)));
            }
            m_isWhole = left == 0;
        }
        m_given += static_cast<std::int64_t>(out.pos);
        if (m_given > mostUncompressed) {
            formats::ReadLimits limits;
            limits.maxRecordBytes = mostUncompressed;
            return tl::unexpected(formats::errors::tooLargeAsAWhole(m_name, limits));
        }
        return out.pos;
    }

private:
    std::string m_name;
    ReadMore m_readMore;
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> m_context;
    std::vector<char> m_buffer = std::vector<char>(pieceBytes);
    ZSTD_inBuffer m_in{nullptr, 0, 0};
    std::int64_t m_given = 0;
    bool m_isWhole = false; ///< it may end here
};

namespace {

/// Reads from an open file.
auto from(QFile& file)
{
    return [&file](char* to, std::size_t most) -> session::Result<std::size_t> {
        const qint64 count = file.read(to, static_cast<qint64>(most));
        if (count < 0) {
            return tl::unexpected(errors::notReadable(file.fileName().toStdString(), file.errorString().toStdString()));
        }
        return static_cast<std::size_t>(count);
    };
}

} // namespace

CompressedSource::CompressedSource(std::unique_ptr<FileSource> file)
    : m_file(std::move(file))
    , m_name(plainName(QString::fromStdString(m_file->name())).toStdString())
{
    (void)rewind();
}

CompressedSource::~CompressedSource() = default;

session::Result<std::unique_ptr<CompressedSource>> CompressedSource::open(const ImportFile& file)
{
    ImportFile whole = file;
    whole.isGrowing = false;
    auto opened = FileSource::open(whole);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    return std::unique_ptr<CompressedSource>(new CompressedSource(std::move(*opened)));
}

session::Result<std::size_t> CompressedSource::read(char* to, std::size_t most) { return m_stream->read(to, most); }

session::Result<std::size_t> CompressedSource::rewind()
{
    m_stream =
        std::make_unique<Stream>(m_file->name(), [this](char* to, std::size_t most) { return m_file->read(to, most); });
    return m_file->rewind();
}

QByteArray beginningOfCompressed(QFile& file, qint64 most)
{
    QByteArray text;
    std::array<char, pieceBytes> piece{};
    CompressedSource::Stream stream({}, from(file));
    while (text.size() < most && !text.contains('\n')) {
        const auto count = stream.read(piece.data(), piece.size());
        if (!count || *count == 0) {
            break;
        }
        text.append(piece.data(), static_cast<qsizetype>(*count));
    }
    return text;
}

session::Result<std::unique_ptr<QFile>> uncompressed(QFile& file)
{
    const std::string name = QFileInfo(file.fileName()).fileName().toStdString();
    auto plain = std::make_unique<QTemporaryFile>();
    std::array<char, pieceBytes> piece{};
    CompressedSource::Stream stream(name, from(file));
    bool isWritten = plain->open();
    for (std::size_t count = 1; count > 0 && isWritten;) {
        const auto read = stream.read(piece.data(), piece.size());
        if (!read) {
            return tl::unexpected(read.error());
        }
        count = *read;
        isWritten = plain->write(piece.data(), static_cast<qint64>(count)) == static_cast<qint64>(count);
    }
    if (!isWritten || !plain->seek(0)) {
        return tl::unexpected(errors::notReadable(name, plain->errorString().toStdString()));
    }
    return plain;
}

} // namespace quarterdeck::transfer
