#pragma once

#include <string>
#include <vector>

namespace quarterdeck::structure {

/// Finds calls that only the places named for them may make, because what goes through them may come from an agent:
/// handing an address to the desktop, and handing an object to a page. Returns one "file:line: reason" per other use,
/// even if a named place makes a second one.
std::vector<std::string> unnamedPlaces(const std::string& root);

} // namespace quarterdeck::structure
