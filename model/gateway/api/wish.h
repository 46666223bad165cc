#pragma once

#include "api/api_bodies.h"

#include <string>
#include <string_view>
#include <vector>

/// What is posted under an Idempotency-Key is known again by its id: that is made of the key, and of what was wanted
/// with it. Pure; thread: any.
namespace quarterdeck::gateway::api {

/// A key, and what was wanted with it.
struct Wish
{
    std::string key;    ///< empty = none was sent
    std::string digits; ///< the same for the same wish, however it was written; times do not count
};
[[nodiscard]] Wish wishOf(const std::vector<Saying>& sayings, const std::string& key);
[[nodiscard]] Wish wishOf(const conversation::Question& question, const std::string& key);

/// `place`: of the message among those that were posted together. `scope`: the session, and what it is that is posted.
[[nodiscard]] std::string idOf(const Wish& wish, const std::string& scope, std::size_t place);
/// Of an id that was made of a key the part that tells the key; all of any other.
[[nodiscard]] std::string_view keyPartOf(std::string_view id);

} // namespace quarterdeck::gateway::api
