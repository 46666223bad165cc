#pragma once

#include "model/transfer/import/import_source.h"

#include <memory>
#include <string>

namespace quarterdeck::transfer {

/// A team folder saved by MetaGPT 0.5 or 0.6 (model/formats/metagpt/team_reader.h), as the text of a `team.json`. Reads
/// only files with the known names, and none through a link in the folder.
class TeamFolderSource final : public ImportSource
{
public:
    /// Whether this is such a folder: the team's own, or its environment's.
    [[nodiscard]] static bool isTeam(const std::string& path);
    /// Errors: Io; BadInput for a file that is invalid JSON, too large or a link.
    [[nodiscard]] static session::Result<std::unique_ptr<TeamFolderSource>> open(const ImportFile& file);

    [[nodiscard]] const std::string& name() const override { return m_text.name(); }
    [[nodiscard]] Timestamp modified() const override { return m_text.modified(); }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;
    [[nodiscard]] std::int64_t bytesRead() const override { return m_given; }
    [[nodiscard]] std::int64_t size() const override { return m_size; }

private:
    TeamFolderSource(formats::MemorySource text, std::int64_t size);

    formats::MemorySource m_text;
    std::int64_t m_given = 0;
    std::int64_t m_size = 0;
};

} // namespace quarterdeck::transfer
