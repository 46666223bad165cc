#pragma once

#include <string>
#include <vector>

namespace quarterdeck::structure {

/// Checks every include and every CMake link of a source tree against the arrows between the rooms: which room may use
/// which other rooms, which modules of Qt and which other libraries. Returns one "file:line: reason" per violation.
/// Qt's headers are looked up in qtHeaders to learn which module they belong to.
std::vector<std::string> arrowViolations(const std::string& root, const std::string& qtHeaders);

} // namespace quarterdeck::structure
