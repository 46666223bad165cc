#pragma once

#include "model/gateway/rest/api_bodies.h"

#include <string>
#include <string_view>
#include <vector>

/// Recognises repeated posts under an Idempotency-Key by id, which is made of the key and of what was requested with
/// it. Pure; thread: any.
namespace quarterdeck::gateway::api {

/// A key, and what was requested with it.
struct IdempotencyKey
{
    std::string key;         ///< empty = not sent
    std::string fingerprint; ///< equal for equal wishes, however written; times do not count
};
[[nodiscard]] IdempotencyKey idempotencyKeyOf(const std::vector<IncomingMessage>& sayings, const std::string& key);
[[nodiscard]] IdempotencyKey idempotencyKeyOf(const conversation::Question& question, const std::string& key);

/// `place`: of the message within its batch. `scope`: the session, and what kind of thing is posted.
[[nodiscard]] std::string idOf(const IdempotencyKey& wish, const std::string& scope, std::size_t place);
/// The part of an id that stands for its key; for ids without a key, the whole id.
[[nodiscard]] std::string_view keyPartOf(std::string_view id);

} // namespace quarterdeck::gateway::api
