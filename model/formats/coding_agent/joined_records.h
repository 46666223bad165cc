#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace quarterdeck::formats {

/// Several files may be read as one (a session and its sub-agents). Where the records themselves do not say whose they
/// are, each line of the others begins with this member: the id of the sub-agent's own session.
inline constexpr const char* joinedFileKey = "_quarterdeck_file";

/// Takes it out; empty for a record of the session itself.
[[nodiscard]] inline std::string takeJoinedFile(nlohmann::json& record)
{
    const auto found = record.is_object() ? record.find(joinedFileKey) : record.end();
    if (!record.is_object() || found == record.end()) {
        return {};
    }
    std::string file = found->is_string() ? found->get<std::string>() : std::string();
    record.erase(found);
    return file;
}

} // namespace quarterdeck::formats
