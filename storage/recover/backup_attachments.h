#pragma once

#include "storage/log/attachment_writer.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::storage::recover {

/// Attachments that the backups of a library still have, by hash: including partial backups, since the bytes prove
/// themselves. Opens them when first asked. Thread: one.
class BackupAttachments
{
public:
    /// Empty: there are none.
    explicit BackupAttachments(std::string place) : m_place(std::move(place)) { }

    /// From the newest one that has it undamaged. Unreadable ones are skipped.
    [[nodiscard]] std::optional<sqlite::NewAttachment> find(const std::string& hash);

private:
    void open();

    std::string m_place;
    bool m_isOpen = false;
    std::vector<std::unique_ptr<sqlite::Connection>> m_backups; ///< newest first
};

} // namespace quarterdeck::storage::recover
