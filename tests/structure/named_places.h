#pragma once

#include <string>
#include <vector>

namespace quarterdeck::structure {

/// Finds calls that only the places named for them may make, because what goes through them may come from an agent:
/// what hands an address to the desktop, and what hands an object to a page. Returns one "file:line: reason" per other
/// use, also where a named place makes a second one.
std::vector<std::string> unnamedPlaces(const std::string& root);

} // namespace quarterdeck::structure
