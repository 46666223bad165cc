#include "model/formats/byte_source.h"

#include "model/formats/format_errors.h"

#include <algorithm>
#include <cstring>

namespace quarterdeck::formats {

MemorySource::MemorySource(std::string name, std::string bytes, Timestamp modified)
    : m_name(std::move(name))
    , m_bytes(std::move(bytes))
    , m_modified(modified)
{ }

Result<std::size_t> MemorySource::read(char* to, std::size_t most)
{
    const std::size_t count = std::min(most, m_bytes.size() - m_position);
    std::memcpy(to, m_bytes.data() + m_position, count);
    m_position += count;
    return count;
}

Result<std::size_t> MemorySource::rewind()
{
    m_position = 0;
    return 0;
}

Result<std::string> MemorySource::attachment(const std::string&, const AttachmentHash& hash, std::int64_t) const
{
    return tl::unexpected(errors::missingAttachment(m_name, hash));
}

} // namespace quarterdeck::formats
