#pragma once

#include "model/conversation/error.h"
#include "model/conversation/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::formats {

using conversation::AttachmentHash;
using conversation::Error;
using conversation::Result;
using conversation::Timestamp;

/// Bytes to read a recorded session from: a file that the caller opened, or memory. Used by one thread at a time.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    /// What a person calls it: the file's name without its folder (UTF-8). Every sentence about it contains this name.
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// When it was last written: the time of messages that carry none.
    [[nodiscard]] virtual Timestamp modified() const = 0;
    /// Up to `most` bytes into `to`; 0 at the end. Errors: Io.
    [[nodiscard]] virtual Result<std::size_t> read(char* to, std::size_t most) = 0;
    /// Back to the first byte. Errors: Io.
    [[nodiscard]] virtual Result<std::size_t> rewind() = 0;
    /// The attachment with that hash in a folder beside it (a plain name, checked). Errors: NotFound, Io, BadInput if
    /// it is larger than `most`. The bytes are not yet checked against the hash.
    [[nodiscard]] virtual Result<std::string> attachment(const std::string& folder, const AttachmentHash& hash,
                                                         std::int64_t most) const = 0;
};

/// Bytes in memory (samples, tests). Has no folder beside it.
class MemorySource final : public ByteSource
{
public:
    MemorySource(std::string name, std::string bytes, Timestamp modified);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] Result<std::size_t> rewind() override;
    [[nodiscard]] Result<std::string> attachment(const std::string& folder, const AttachmentHash& hash,
                                                 std::int64_t most) const override;

private:
    std::string m_name;
    std::string m_bytes;
    Timestamp m_modified;
    std::size_t m_position = 0;
};

} // namespace quarterdeck::formats
