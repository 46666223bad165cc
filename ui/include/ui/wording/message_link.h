#pragma once

#include "conversation/ids.h"

#include <QString>
#include <optional>

namespace quarterdeck::ui::wording {

/// A message of a session, as it can be written down: "quarterdeck:SESSION#SEQ".
struct MessageLink
{
    conversation::SessionId session;
    conversation::EventSeq seq;
    [[nodiscard]] QString text() const;
    friend bool operator==(const MessageLink&, const MessageLink&) = default;
};

/// Reads one as it was typed or pasted; empty when it is none. Whether there is such a session is not looked at.
[[nodiscard]] std::optional<MessageLink> messageLinkIn(const QString& typed);

} // namespace quarterdeck::ui::wording
