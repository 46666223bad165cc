#pragma once

#include "model/conversation/ids.h"

#include <QString>
#include <optional>

namespace quarterdeck::ui::wording {

/// A reference to a message, in text form: "quarterdeck:SESSION#SEQ".
struct MessageLink
{
    conversation::SessionId session;
    conversation::EventSeq seq;
    [[nodiscard]] QString text() const;
    friend bool operator==(const MessageLink&, const MessageLink&) = default;
};

/// Parses one that was typed or pasted; empty if it is none. Does not check whether there is such a session.
[[nodiscard]] std::optional<MessageLink> messageLinkIn(const QString& typed);

} // namespace quarterdeck::ui::wording
