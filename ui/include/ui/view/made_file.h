#pragma once

#include "conversation/ids.h"
#include "ui/theme/role_look.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::ui::view {

/// A file that the team made or changed.
struct MadeFile
{
    QString path; ///< in the session's folder, to be read
    QString author;
    theme::AvatarLook avatar;
    std::optional<std::int64_t> bytes = {}; ///< none = the log does not say
    bool isNew = false;                     ///< it was not there before
    conversation::EventSeq seq;             ///< of the message that changed it last
    std::string key{};                      ///< the path as it is
    QString checksum = {};                  ///< SHA-256 of what it held then, in hexadecimal digits; empty = not known
    bool operator==(const MadeFile&) const = default;
};
using MadeFiles = std::vector<MadeFile>;

} // namespace quarterdeck::ui::view
