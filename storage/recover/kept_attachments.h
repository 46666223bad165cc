#pragma once

#include "sqlite/attachment_writer.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::storage::recover {

/// What the backups of a library's place still have of its attachments, by their hash: also those that were made in
/// part, as the bytes prove themselves. Opens them when it is first asked. Thread: one.
class KeptAttachments
{
public:
    /// Empty: there are none.
    explicit KeptAttachments(std::string place) : m_place(std::move(place)) { }

    /// Of the newest one that has it whole. One that cannot be read is passed over.
    [[nodiscard]] std::optional<sqlite::NewAttachment> find(const std::string& hash);

private:
    void open();

    std::string m_place;
    bool m_isOpen = false;
    std::vector<std::unique_ptr<sqlite::Connection>> m_backups; ///< the newest one first
};

} // namespace quarterdeck::storage::recover
