#pragma once

#include "recover/page_file.h"

#include <cstdint>
#include <map>
#include <string>

namespace quarterdeck::storage::recover {

/// Whether all pages of the list of sessions are there and can be read to their last row: only then is what was found
/// of them all there was. Thread: one.
[[nodiscard]] bool isListWhole(PageFile& file);

/// The keys of sessions by their numbers, as the index of the list has them: also of those whose row is lost. As far as
/// its pages can be read. A key that begins with a control character is that of a session which is being removed.
[[nodiscard]] std::map<std::int64_t, std::string> sessionKeysOf(PageFile& file);

} // namespace quarterdeck::storage::recover
