#include "storage/recover/page_file.h"

#include "model/session/open_beneath.h"
#include "storage/recover/bytes.h"
#include "storage/recover/wal_pages.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::recover {

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
