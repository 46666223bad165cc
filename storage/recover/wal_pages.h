#pragma once

#include <QFile>
#include <cstdint>
#include <map>
#include <string>

namespace quarterdeck::storage::recover {

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

} // namespace quarterdeck::storage::recover
