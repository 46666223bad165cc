#pragma once

#include <QFile>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace quarterdeck::storage::recover {

/// The big-endian number of `size` bytes at `at`; 0 if the bytes end before that.
[[nodiscard]] inline std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size)
{
    if (at > bytes.size() || bytes.size() - at < size)
        return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value = value << 8u | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// What the log beside a SQLite file has of its pages (https://www.sqlite.org/fileformat2.html#walformat).
struct WalPages
{
    std::map<std::int64_t, std::int64_t> places; ///< page → where in the log its last state stands
    std::int64_t pages = 0;                      ///< that the file has with them
    /// Something in the log is not as it was written, and what follows was only written once all before it was on the
    /// disk. SQLite reads up to there, considers the rest never written, and overwrites it.
    bool isBroken = false;
    bool isAnyLost = false; ///< the last state of a page is what is broken
};

enum class BrokenFrames {
    PassedOver, ///< a page is as it was before
    Taken,      ///< as far as it tells which page it is of
};

/// Reads the log to its end, even beyond broken parts. Every number in it is checked.
[[nodiscard]] WalPages readWalPages(QFile& log, BrokenFrames broken);
/// That of the library at `path`; false if there is none.
[[nodiscard]] bool isWalBroken(const std::string& path);

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
