#pragma once

#include <string>
#include <vector>

namespace quarterdeck::structure {

/// Finds QTRY_, qWait and their kin in the tests and benchmarks that may hold a web page: they sleep between single
/// turns of the event loop, and Chromium then advances by one task per 10 ms. Returns one "file:line: reason" per use.
std::vector<std::string> starvingWaits(const std::string& root);

} // namespace quarterdeck::structure
