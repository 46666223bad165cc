#pragma once

#include "model/conversation/ids.h"

#include <QString>
#include <vector>

namespace quarterdeck::ui::view {

/// An archived session that can be deleted.
struct ArchivedRow
{
    QString id;
    QString title;
    conversation::Timestamp archivedAt;
    qint64 bytes = 0; ///< that it takes up, roughly
    int messages = 0;
    qint64 attachments = 0; ///< of these bytes
    qint64 shared = 0;      ///< of these, also in use elsewhere: they stay when it is removed

    bool operator==(const ArchivedRow&) const = default;
};
using ArchivedRows = std::vector<ArchivedRow>;

} // namespace quarterdeck::ui::view
