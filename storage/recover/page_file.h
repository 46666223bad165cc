#pragma once

#include <QFile>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::storage::recover {

/// The pages of a SQLite file, read without SQLite; those of its log in their place, as far as that can be read
/// (https://www.sqlite.org/fileformat2.html). Every number that the file gives is doubted. Thread: one.
class PageFile
{
public:
    /// All our files have pages of this size, so that one without its header can be read too.
    static constexpr std::int64_t pageSize = 4096;
    enum class Log {
        InPlace,
        WithBroken, ///< also those of its pages that are not as written
        LeftOut,
    };

    PageFile(const std::string& path, Log log);

    [[nodiscard]] bool hasLog() const { return !m_logged.empty(); }
    /// What a page was last stood in the log, and is broken there.
    [[nodiscard]] bool isAnyOfWalLost() const { return m_isAnyOfWalLost; }
    [[nodiscard]] std::int64_t pages() const { return m_pages; }
    /// Pages are missing that the header tells of.
    [[nodiscard]] bool isShorterThanItSays();
    /// How often its first page was changed, as that says itself; nothing where it cannot be read. A later state has no
    /// lower count.
    [[nodiscard]] std::optional<std::uint64_t> changes();
    /// `number` from 1. Shorter than a page, or empty, where the file ends.
    [[nodiscard]] std::string page(std::int64_t number);
    /// Pages that hold nothing any more; empty when the list of them is not whole.
    [[nodiscard]] std::set<std::int64_t> freePages();

private:
    QFile m_file;
    QFile m_log;
    std::map<std::int64_t, std::int64_t> m_logged; ///< page → where the log has it
    std::int64_t m_pages = 0;
    bool m_isAnyOfWalLost = false;
};

} // namespace quarterdeck::storage::recover
