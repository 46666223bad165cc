#include "model/transfer/import/database_source.h"

#include <QFileInfo>
#include <algorithm>
#include <cstring>

namespace quarterdeck::transfer {

using session::Result;

DatabaseSource::DatabaseSource(const ImportFile& file)
{
    const QFileInfo info(QString::fromStdString(file.path));
    m_name = info.fileName().toStdString();
    m_modified = file.modified.value_or(Timestamp{info.lastModified().toMSecsSinceEpoch()});
    m_size = info.size();
}

DatabaseSource::~DatabaseSource() = default;

QString DatabaseSource::pathForCopy() const { return m_folder.filePath(QStringLiteral("copy.sqlite")); }

Result<std::size_t> DatabaseSource::read(char* to, std::size_t most)
{
    if (m_at >= m_line.size()) {
        m_at = 0;
        m_line.clear();
        try {
            m_line = nextLine();
        } catch (const std::exception& error) {
            return tl::unexpected(failure(error));
        }
    }
    const std::size_t count = std::min(most, m_line.size() - m_at);
    std::memcpy(to, m_line.data() + m_at, count);
    m_at += count;
    return count;
}

Result<std::size_t> DatabaseSource::rewind()
{
    m_line.clear();
    m_at = 0;
    try {
        startOver();
    } catch (const std::exception& error) {
        return tl::unexpected(failure(error));
    }
    return 0;
}

std::string onOneLine(std::string json)
{
    std::ranges::replace_if(
        json, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return json;
}

} // namespace quarterdeck::transfer
