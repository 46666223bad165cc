#pragma once

#include "model/conversation/ids.h"
#include "ui/theme/role_look.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::ui::view {

/// A file that the team made or changed.
struct ArtifactRow
{
    QString path; ///< in the session's folder, for reading
    QString author;
    theme::AvatarStyle avatar;
    std::optional<std::int64_t> bytes = {}; ///< none = not in the log
    bool isNew = false;                     ///< it did not exist before
    conversation::EventSeq seq;             ///< of the message that last changed it
    std::string key{};                      ///< the path as it is
    QString checksum = {};                  ///< SHA-256 of its content then, in hexadecimal; empty = unknown
    bool operator==(const ArtifactRow&) const = default;
};
using ArtifactRows = std::vector<ArtifactRow>;

} // namespace quarterdeck::ui::view
