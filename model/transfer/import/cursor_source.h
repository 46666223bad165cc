#pragma once

#include "model/transfer/import/foreign_database.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace quarterdeck::transfer {

/// The conversations in a database of Cursor (state.vscdb) as lines (model/formats/coding_agent/cursor_reader.h), one
/// each. Works on a copy of its own, so that a running Cursor is not disturbed; only the plain tables cursorDiskKV and
/// ItemTable are read. Source: databases of Cursor of 2024-11 and 2025-10.
class CursorSource final : public ProgramDatabaseSource
{
public:
    /// Whether it has conversations of Cursor: most of its databases have none.
    [[nodiscard]] static bool isCursor(const std::string& path);
    /// Errors: Io; BadInput for a damaged database; Cancelled.
    [[nodiscard]] static session::Result<std::unique_ptr<CursorSource>> open(const ImportFile& file,
                                                                             const GoesOn& goesOn);

    [[nodiscard]] std::int64_t bytesRead() const override { return std::min(m_given, size()); }

private:
    using Row = std::int64_t;
    struct Composer
    {
        std::string id;
        Row row = 0;
    };

    CursorSource(const ImportFile& file, GoesOn goesOn);
    void prepare() override;
    void findRows();
    void findOlder();
    void addOlder(const nlohmann::json& list, const char* messages);
    [[nodiscard]] nlohmann::json valueOf(Row row);
    [[nodiscard]] std::string lineOf(const Composer& composer);
    [[nodiscard]] std::string bubblesOf(const std::string& id, const nlohmann::json& composer);
    [[nodiscard]] std::string lineOfRows() override;
    void rewindRows() override;

    std::vector<std::string> m_older; ///< lines of conversations in ItemTable
    std::vector<Composer> m_composers;
    std::unordered_map<std::string, Row> m_bubbles; ///< by "conversation:bubble"
    std::size_t m_next = 0;                         ///< in m_older, then in m_composers
    std::int64_t m_given = 0;
};

} // namespace quarterdeck::transfer
