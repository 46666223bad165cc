#pragma once

#include "model/conversation/error.h"

#include <QFile>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

struct archive;

namespace quarterdeck::transfer {

/// A zip file that anybody may have made, read by libarchive: entry by entry, in the order of the file, and never more
/// of one than is asked for. Thread: one at a time.
class ZipFile
{
public:
    /// Whether a file begins like one.
    [[nodiscard]] static bool isZip(const QString& path);
    /// `file` is open, and outlives the object. `name`: what a person calls it.
    ZipFile(QFile& file, std::string name);

    /// Before the first entry. Errors: Io, for what is no zip file or is cut off.
    [[nodiscard]] conversation::Result<void> rewind();
    /// To the next one; false after the last, or where nothing can be read on.
    [[nodiscard]] bool next();
    /// Of the entry that was reached.
    [[nodiscard]] const std::string& entryName() const { return m_entry; }
    /// What it holds, once. Errors: Io, for what is damaged or compressed in a way that is not known; BadInput if it is
    /// more than `most` bytes.
    [[nodiscard]] conversation::Result<std::string> text(std::int64_t most);
    /// About where the entry is in the file.
    [[nodiscard]] std::int64_t place() const;
    /// How many bytes entries gave since the last time, also of those that could not be read to their ends.
    [[nodiscard]] std::int64_t takeUnpacked() { return std::exchange(m_unpacked, 0); }

private:
    QFile* m_file;
    std::string m_name;
    std::unique_ptr<archive, int (*)(archive*)> m_archive;
    std::string m_entry;
    std::int64_t m_unpacked = 0;
};

} // namespace quarterdeck::transfer
