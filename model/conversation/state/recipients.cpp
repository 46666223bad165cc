#include "model/conversation/state/recipients.h"

#include <algorithm>

namespace quarterdeck::conversation {

std::vector<std::size_t> recipientIndexes(const ConversationState& state, const Route& route)
{
    std::vector<std::size_t> places;
    places.reserve(route.deliveries.size());
    for (const Delivery& delivery : route.deliveries) {
        if (const RoleState* member = state.role(delivery.role)) {
            places.push_back(static_cast<std::size_t>(member - state.roles().data()));
        }
    }
    // Routing already writes them in hire order; only foreign logs need sorting.
    if (!std::is_sorted(places.begin(), places.end())) {
        std::sort(places.begin(), places.end());
    }
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

} // namespace quarterdeck::conversation
