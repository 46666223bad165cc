#include "storage/log/snapshot_row.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::storage::sqlite {

using namespace session;

Result<ConversationState> snapshotFrom(std::string_view text, EventSeq seq)
{
    const Error unreadable{conversation::ErrorCode::Damaged, {}, "snapshot at " + std::to_string(seq.value)};
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded())
        return tl::unexpected(unreadable);
    Result<ConversationState> state = ConversationState::fromJson(json);
    if (state && state->lastSeq() != seq)
        return tl::unexpected(unreadable);
    return state;
}

} // namespace quarterdeck::storage::sqlite
