#include "model/transfer/import/made_lines_source.h"

#include "model/transfer/transfer_errors.h"

#include <algorithm>
#include <cstring>

namespace quarterdeck::transfer {

session::Result<std::size_t> MadeLinesSource::read(char* to, std::size_t most)
{
    if (m_at == m_line.size()) {
        auto line = nextLine();
        if (!line) {
            return tl::unexpected(line.error());
        }
        m_line = std::move(*line);
        m_at = 0;
    }
    const std::size_t count = std::min(most, m_line.size() - m_at);
    std::memcpy(to, m_line.data() + m_at, count);
    m_at += count;
    return count;
}

session::Result<std::size_t> MadeLinesSource::rewind()
{
    m_line.clear();
    m_at = 0;
    m_done = 0;
    if (const auto begun = startOver(); !begun) {
        return tl::unexpected(begun.error());
    }
    return 0;
}

session::Result<std::string> MadeLinesSource::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                                         std::int64_t /*most*/) const
{
    return tl::unexpected(errors::noSuchFile(folder + "/" + hash.str()));
}

} // namespace quarterdeck::transfer
