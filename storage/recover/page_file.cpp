#include "storage/recover/page_file.h"

#include "model/session/safe_files.h"

#include <QString>
#include <QtEndian>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace quarterdeck::storage::recover {

namespace {

constexpr std::int64_t logHeaderSize = 32;
constexpr std::int64_t frameHeaderSize = 24;
constexpr std::int64_t frameSize = frameHeaderSize + PageFile::pageSize;
constexpr std::uint64_t logMagic = 0x377f0682; ///< its last bit: the checksums are of big-endian words

/// The running checksum of a log.
struct LogChecksum
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    friend bool operator==(const LogChecksum&, const LogChecksum&) = default;

    void add(std::string_view bytes, bool isBigEndian)
    {
        const auto word = [&](std::size_t at) {
            return isBigEndian ? qFromBigEndian<std::uint32_t>(bytes.data() + at)
                               : qFromLittleEndian<std::uint32_t>(bytes.data() + at);
        };
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            first += word(at) + second;
            second += word(at + 4) + first;
        }
    }
};

/// As it is written down there.
LogChecksum writtenAt(std::string_view bytes, std::size_t at)
{
    return {static_cast<std::uint32_t>(number(bytes, at, 4)), static_cast<std::uint32_t>(number(bytes, at + 4, 4))};
}

struct LogHeader
{
    bool isWhole = false;
    bool isBigEndian = false;
    std::string salts;
    LogChecksum written;
    LogChecksum counted;
};

LogHeader logHeaderFrom(std::string_view bytes, bool isOtherEndian)
{
    constexpr std::size_t pageSizeAt = 8;
    constexpr std::size_t saltsAt = 16;
    constexpr std::size_t checksumAt = 24;
    LogHeader header;
    if (std::ssize(bytes) < logHeaderSize)
        return header;
    const std::uint64_t magic = number(bytes, 0, 4);
    header.isBigEndian = ((magic & 1U) != 0) != isOtherEndian;
    header.salts = bytes.substr(saltsAt, 8);
    header.written = writtenAt(bytes, checksumAt);
    header.counted.add(bytes.substr(0, checksumAt), header.isBigEndian);
    header.isWhole = !isOtherEndian && (magic & ~std::uint64_t{1}) == logMagic
        && number(bytes, pageSizeAt, 4) == PageFile::pageSize && header.written == header.counted;
    return header;
}

/// A page as a transaction left it.
struct LogFrame
{
    std::int64_t at = 0;
    std::int64_t page = 0;
    std::int64_t pagesAfter = 0; ///< of the file; 0 = the transaction goes on
    std::string salts;           ///< the same in all that was written since the log was begun anew
    LogChecksum written;
    bool isWhole = false; ///< it goes on from what is written in the one before
};

class LogReader
{
public:
    LogReader(QFile& log, BrokenFrames broken, bool isOtherEndian)
        : m_log(log)
        , m_broken(broken)
        , m_header(logHeaderFrom(bytesAt(0, logHeaderSize), isOtherEndian))
    { }

    [[nodiscard]] bool isHeaderWhole() const { return m_header.isWhole; }

    WalPages read()
    {
        m_salts = m_header.isWhole ? m_header.salts : saltsOfFrames();
        std::optional<std::int64_t> proven;
        if (!m_header.isWhole)
            proven = endOfProven(logHeaderSize, {});
        if (proven && *proven == 0)
            return {};
        m_pages.isBroken = proven.has_value();
        std::optional<LogFrame> last;
        for (std::int64_t at = logHeaderSize; std::optional<LogFrame> frame = frameAt(at, last); at += frameSize) {
            if (!frame->isWhole && !proven)
                proven = endOfProven(at, last);
            if (!frame->isWhole && at >= *proven)
                break;
            m_pages.isBroken = m_pages.isBroken || !frame->isWhole;
            take(*frame);
            last = std::move(frame);
        }
        m_pages.isAnyLost = m_isPageUnknown || !m_lost.empty();
        return std::move(m_pages);
    }

private:
    std::string bytesAt(std::int64_t offset, std::int64_t size)
    {
        return m_log.isOpen() && m_log.seek(offset) ? m_log.read(size).toStdString() : std::string();
    }

    /// Nothing where the log ends.
    std::optional<LogFrame> frameAt(std::int64_t at, const std::optional<LogFrame>& before)
    {
        const std::string bytes = bytesAt(at, frameSize);
        if (std::ssize(bytes) < frameSize)
            return std::nullopt;
        LogFrame frame;
        frame.at = at;
        frame.page = static_cast<std::int64_t>(number(bytes, 0, 4));
        frame.pagesAfter = static_cast<std::int64_t>(number(bytes, 4, 4));
        frame.salts = bytes.substr(8, 8);
        frame.written = writtenAt(bytes, 16);
        if (!isOfLog(frame))
            return frame;
        if (before)
            frame.isWhole = goesOn(bytes, before->written);
        else // one of both may be what is wrong in the header
            frame.isWhole = goesOn(bytes, m_header.written) || goesOn(bytes, m_header.counted);
        return frame;
    }

    [[nodiscard]] bool isOfLog(const LogFrame& frame) const { return m_salts.empty() || frame.salts == m_salts; }

    [[nodiscard]] bool goesOn(std::string_view frame, LogChecksum from) const
    {
        constexpr std::size_t checkedOfHeader = 8;
        from.add(frame.substr(0, checkedOfHeader), m_header.isBigEndian);
        from.add(frame.substr(frameHeaderSize), m_header.isBigEndian);
        return from == writtenAt(frame, 16);
    }

    /// What a whole header would say: those of the first that goes on from another.
    std::string saltsOfFrames()
    {
        std::optional<LogFrame> before = frameAt(logHeaderSize, {});
        for (std::int64_t at = logHeaderSize + frameSize; std::optional<LogFrame> frame = frameAt(at, before);
             at += frameSize) {
            if (frame->isWhole && frame->salts == before->salts)
                return frame->salts;
            before = std::move(frame);
        }
        return m_header.salts;
    }

    /// Where the last transaction ends behind which another one begins, from a broken place on: it was on the disk
    /// before that was written. What only has its own pages behind it is what a loss of power leaves. 0 = there is
    /// none.
    std::int64_t endOfProven(std::int64_t at, std::optional<LogFrame> before)
    {
        std::int64_t proven = 0;
        for (const std::int64_t broken = at; std::optional<LogFrame> frame = frameAt(at, before); at += frameSize) {
            // If a disk writes no less than a sector, the last page of a transaction is there more than once.
            const bool isOther = before && before->pagesAfter > 0 && before->page != frame->page;
            if (isOther && frame->isWhole && at > broken)
                proven = at;
            before = std::move(frame);
        }
        return proven;
    }

    void take(const LogFrame& frame)
    {
        const bool isKnown = isOfLog(frame) && frame.page > 0;
        m_isPageUnknown = m_isPageUnknown || !isKnown;
        if (!isKnown)
            return;
        if (frame.isWhole)
            m_lost.erase(frame.page);
        else
            m_lost.insert(frame.page);
        if (frame.isWhole || m_broken == BrokenFrames::Taken)
            m_open[frame.page] = frame.at + frameHeaderSize;
        if (frame.pagesAfter == 0 || !frame.isWhole)
            return;
        for (const auto& [page, place] : std::exchange(m_open, {}))
            m_pages.places[page] = place;
        m_pages.pages = std::max(m_pages.pages, frame.pagesAfter);
    }

    QFile& m_log;
    BrokenFrames m_broken;
    LogHeader m_header;
    std::string m_salts; ///< empty: not known yet
    WalPages m_pages;
    std::map<std::int64_t, std::int64_t> m_open; ///< of the transaction that is not yet known to be whole
    std::set<std::int64_t> m_lost;               ///< pages whose last state is broken
    bool m_isPageUnknown = false;                ///< of something that is broken
};

} // namespace

WalPages readWalPages(QFile& log, BrokenFrames broken)
{
    LogReader reader(log, broken, false);
    WalPages pages = reader.read();
    if (reader.isHeaderWhole() || pages.isBroken)
        return pages;
    return LogReader(log, broken, true).read(); // the header also says how it counts
}

bool isWalBroken(const std::string& path)
{
    QFile log;
    return !session::openBeside(log, QString::fromStdString(path), QStringLiteral("-wal"), session::OpenHere::Allowed)
        && readWalPages(log, BrokenFrames::PassedOver).isBroken;
}

namespace {

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
    if (log == Log::LeftOut)
        return;
    if (session::openBeside(m_log, QString::fromStdString(path), QStringLiteral("-wal"), session::OpenHere::Allowed))
        return;
    WalPages found = readWalPages(m_log, log == Log::WithBroken ? BrokenFrames::Taken : BrokenFrames::PassedOver);
    m_logged = std::move(found.places);
    m_pages = std::max(m_pages, found.pages);
    m_isAnyOfWalLost = found.isAnyLost;
}

/// The count can be trusted only if the same writer wrote both counters.
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
