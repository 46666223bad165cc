#pragma once

#include "model/transfer/import/foreign_database.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::transfer {

/// The sessions in the database of OpenCode (opencode.db) as lines (model/formats/coding_agent/opencode_reader.h): one
/// a session of the person's, with those of its sub-agents. Works on a copy of its own, so that a running OpenCode is
/// not disturbed; only the plain tables session, message and part are read, each row once per line that it is in.
/// Source: the schema of OpenCode 1.18.
class OpenCodeSource final : public ProgramDatabaseSource
{
public:
    /// Whether it has OpenCode's tables, even if they are still in its log.
    [[nodiscard]] static bool isOpenCode(const std::string& path);
    /// Errors: Io; BadInput for a damaged database; Cancelled.
    [[nodiscard]] static session::Result<std::unique_ptr<OpenCodeSource>> open(const ImportFile& file,
                                                                               const GoesOn& goesOn);

    [[nodiscard]] std::int64_t bytesRead() const override { return std::min(m_given, size()); }

private:
    using Row = std::int64_t;
    struct Item
    {
        std::string id;
        std::int64_t created = 0;
        Row row = 0;
    };
    struct Message : Item
    {
        std::vector<Item> parts;
    };
    struct Session : Item
    {
        std::string parent;
        std::vector<std::size_t> messages; ///< in m_messages
        std::vector<std::size_t> children; ///< in m_sessions
    };

    OpenCodeSource(const ImportFile& file, GoesOn goesOn);
    void prepare() override;
    void findSessions();
    void findMessages();
    void findParts();
    void addFamily(std::size_t session, std::vector<std::size_t>& family) const;
    [[nodiscard]] std::string sessionText(const Session& session);
    [[nodiscard]] std::string infoOf(const Session& session);
    [[nodiscard]] std::string dataOf(const std::string& table, Row row, const std::string& id);
    [[nodiscard]] std::string lineOfRows() override;
    void rewindRows() override;

    std::vector<Session> m_sessions;
    std::vector<Message> m_messages;
    std::vector<std::size_t> m_roots; ///< the person's, the oldest first
    std::size_t m_next = 0;           ///< in m_roots
    std::int64_t m_given = 0;
};

} // namespace quarterdeck::transfer
