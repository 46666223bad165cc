#pragma once

#include "model/transfer/import/import_source.h"
#include "model/transfer/transfer_errors.h"

#include <functional>
#include <utility>

namespace quarterdeck::transfer {

/// Reports each read of a source, even while a reader goes through all of it before finding the first message. Thread:
/// the reader's.
class ProgressSource final : public formats::ByteSource
{
public:
    /// `onRead` is called after each piece, and returns whether to go on.
    ProgressSource(ImportSource& source, std::function<bool()> onRead) : m_source(source), m_onRead(std::move(onRead))
    { }

    [[nodiscard]] const std::string& name() const override { return m_source.name(); }
    [[nodiscard]] Timestamp modified() const override { return m_source.modified(); }
    /// Errors: also Cancelled.
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override
    {
        auto count = m_source.read(to, most);
        return m_onRead() ? std::move(count) : tl::unexpected(errors::importCancelled(name()));
    }
    [[nodiscard]] session::Result<std::size_t> rewind() override { return m_source.rewind(); }
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override
    {
        return m_source.attachment(folder, hash, most);
    }

private:
    ImportSource& m_source;
    std::function<bool()> m_onRead;
};

} // namespace quarterdeck::transfer
