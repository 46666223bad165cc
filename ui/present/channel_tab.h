#pragma once

#include <QString>

#include <vector>

namespace quarterdeck::ui::view {

enum class ChannelKind { Everything, Public, Private, Inbox };

/// One channel of the session. `name` is the role of a private chat or inbox; the others have fixed names.
struct ChannelTab
{
    QString id; ///< the model's channel key
    ChannelKind kind = ChannelKind::Everything;
    QString name;

    bool operator==(const ChannelTab&) const = default;
};

using ChannelTabs = std::vector<ChannelTab>;

} // namespace quarterdeck::ui::view
