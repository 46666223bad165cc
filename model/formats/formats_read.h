#pragma once

#include <string>
#include <vector>

namespace quarterdeck::formats {

/// What an import makes of one kind of file, for the table in the guide (in English, as the guide's other pages are
/// translated as a whole).
struct FormatRead
{
    std::string kind; ///< as SessionReader::kind
    std::string name;
    /// Versions of the programs whose real files were read: those in tests/data. Empty: none was at hand, the reader
    /// follows documents and source code alone, and an import says that it is experimental.
    std::string seen;
    std::string carried;
    std::string leftOut;
};

/// One for each reader of ReaderRegistry::standard().
[[nodiscard]] const std::vector<FormatRead>& formatsRead();

/// As a table of Markdown.
[[nodiscard]] std::string formatsReadTable();

/// Whether no real file of that kind has been seen.
[[nodiscard]] bool isExperimental(const std::string& kind);

} // namespace quarterdeck::formats
