#include "recover/page_file.h"

#include "recover/bytes.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::recover {

namespace {

constexpr std::int64_t logHeaderSize = 32;
constexpr std::int64_t frameHeaderSize = 24;
constexpr std::uint32_t logMagic = 0x377f0682; ///< its last bit: the checksums are of big-endian words

/// The running checksum of a log.
class Checksum
{
public:
    explicit Checksum(bool isBigEndian) : m_isBigEndian(isBigEndian) { }

    void add(std::string_view bytes)
    {
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            m_first += word(bytes, at) + m_second;
            m_second += word(bytes, at + 4) + m_first;
        }
    }
    [[nodiscard]] bool isAt(std::string_view bytes, std::size_t at) const
    {
        return number(bytes, at, 4) == m_first && number(bytes, at + 4, 4) == m_second;
    }

private:
    [[nodiscard]] std::uint32_t word(std::string_view bytes, std::size_t at) const
    {
        const auto value = static_cast<std::uint32_t>(number(bytes, at, 4));
        return m_isBigEndian ? value : __builtin_bswap32(value);
    }

    bool m_isBigEndian;
    std::uint32_t m_first = 0;
    std::uint32_t m_second = 0;
};

std::string readAt(QFile& file, std::int64_t offset, std::int64_t size)
{
    if (!file.isOpen() || !file.seek(offset))
        return {};
    return file.read(size).toStdString();
}

} // namespace

PageFile::PageFile(const std::string& path, Log log) : m_file(QString::fromStdString(path))
{
    if (m_file.open(QIODevice::ReadOnly))
        m_pages = (m_file.size() + pageSize - 1) / pageSize;
    if (log == Log::InPlace)
        readLog(QString::fromStdString(path) + QStringLiteral("-wal"));
}

void PageFile::readLog(const QString& path)
{
    m_log.setFileName(path);
    if (!m_log.open(QIODevice::ReadOnly))
        return;
    const std::string header = readAt(m_log, 0, logHeaderSize);
    const std::uint64_t magic = number(header, 0, 4);
    if (std::ssize(header) < logHeaderSize || (magic & ~1u) != logMagic || number(header, 8, 4) != pageSize)
        return;
    Checksum sum((magic & 1u) != 0);
    sum.add(std::string_view(header).substr(0, 24));
    if (!sum.isAt(header, 24))
        return;
    std::map<std::int64_t, std::int64_t> open; // of the transaction that is not yet known to be whole
    for (std::int64_t at = logHeaderSize;; at += frameHeaderSize + pageSize) {
        const std::string frame = readAt(m_log, at, frameHeaderSize + pageSize);
        if (std::ssize(frame) < frameHeaderSize + pageSize || frame.compare(8, 8, header, 16, 8) != 0)
            return;
        sum.add(std::string_view(frame).substr(0, 8));
        sum.add(std::string_view(frame).substr(frameHeaderSize));
        if (!sum.isAt(frame, 16))
            return;
        open[static_cast<std::int64_t>(number(frame, 0, 4))] = at + frameHeaderSize;
        if (const auto pagesAfter = static_cast<std::int64_t>(number(frame, 4, 4)); pagesAfter > 0) {
            for (const auto& [page, offset] : std::exchange(open, {}))
                m_logged[page] = offset;
            m_pages = std::max(m_pages, pagesAfter);
        }
    }
}

/// The count is only to be trusted when the same writer wrote both counters.
bool PageFile::isShorterThanItSays()
{
    constexpr std::size_t changeCounterAt = 24;
    constexpr std::size_t countAt = 28;
    constexpr std::size_t validForAt = 92;
    const std::string header = page(1);
    if (!header.starts_with("SQLite format 3") || number(header, changeCounterAt, 4) != number(header, validForAt, 4))
        return false;
    const auto count = static_cast<std::int64_t>(number(header, countAt, 4));
    const std::int64_t wholePages = m_file.isOpen() ? m_file.size() / pageSize : 0;
    if (count - wholePages > std::ssize(m_logged))
        return true;
    for (std::int64_t number = wholePages + 1; number <= count; ++number) {
        if (!m_logged.contains(number))
            return true;
    }
    return false;
}

std::optional<std::uint64_t> PageFile::changes()
{
    constexpr std::size_t changeCounterAt = 24;
    const std::string header = page(1);
    return header.starts_with("SQLite format 3") ? std::optional(number(header, changeCounterAt, 4)) : std::nullopt;
}

std::string PageFile::page(std::int64_t number)
{
    if (number < 1)
        return {};
    if (const auto logged = m_logged.find(number); logged != m_logged.end())
        return readAt(m_log, logged->second, pageSize);
    return readAt(m_file, (number - 1) * pageSize, pageSize);
}

std::set<std::int64_t> PageFile::freePages()
{
    constexpr std::size_t firstTrunkAt = 32;
    constexpr std::size_t countAt = 36;
    const std::string header = page(1);
    if (header.size() < 100)
        return {};
    std::set<std::int64_t> free;
    auto trunk = static_cast<std::int64_t>(number(header, firstTrunkAt, 4));
    while (trunk != 0) {
        const std::string content = page(trunk);
        const auto leaves = static_cast<std::size_t>(number(content, 4, 4));
        if (content.size() < pageSize || leaves > pageSize / 4 - 2 || !free.insert(trunk).second)
            return {};
        for (std::size_t i = 0; i < leaves; ++i)
            free.insert(static_cast<std::int64_t>(number(content, 8 + 4 * i, 4)));
        trunk = static_cast<std::int64_t>(number(content, 0, 4));
    }
    const bool isWhole = free.size() == number(header, countAt, 4) && (free.empty() || *free.rbegin() <= m_pages);
    return isWhole ? free : std::set<std::int64_t>();
}

} // namespace quarterdeck::storage::recover
