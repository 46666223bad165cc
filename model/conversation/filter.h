#pragma once

#include "model/conversation/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

class ConversationState;

/// A filter's verdict on a message: it passes (the default), goes to others, or is refused.
struct FilterVerdict
{
    std::optional<AddressSet> sendTo;
    bool isRefused = false;
    friend bool operator==(const FilterVerdict&, const FilterVerdict&) = default;
};

/// A team's rule that sees a message before the routing table does. Pure; any thread. A new one is a class and a line
/// in filters.cpp.
class Filter
{
public:
    virtual ~Filter() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual FilterVerdict judge(const Message& message, const ConversationState& state) const = 0;
};

/// Null when no filter has that name.
[[nodiscard]] const Filter* filterNamed(std::string_view name);
/// Names of all filters, for settings.
[[nodiscard]] std::vector<std::string> filterNames();

} // namespace quarterdeck::conversation
