#include "storage/sqlite/file_identity_monitor.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

FileIdentityMonitor::FileIdentityMonitor(std::string path) : m_path(std::move(path))
{
    struct stat found
    { };
    if (stat(m_path.c_str(), &found) != 0)
        return;
    m_device = found.st_dev;
    m_file = found.st_ino;
    m_size = found.st_size;
}

FileIdentityMonitor::State FileIdentityMonitor::look()
{
    struct stat found
    { };
    if (stat(m_path.c_str(), &found) != 0 || found.st_dev != m_device || found.st_ino != m_file)
        return State::Gone;
    if (found.st_size < m_size)
        return State::CutShort;
    m_size = found.st_size;
    return State::InPlace;
}

} // namespace quarterdeck::storage::sqlite
