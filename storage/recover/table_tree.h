#pragma once

#include "storage/recover/page_file.h"

#include <cstdint>
#include <map>
#include <string>

namespace quarterdeck::storage::recover {

/// Whether all pages of the list of sessions exist and can be read to their last row: only then was everything found.
/// Thread: one.
[[nodiscard]] bool isListIntact(PageFile& file);

/// The sessions' keys by number, from the list's index: including those whose row is lost. As far as its pages can be
/// read. A key that starts with a control character belongs to a session being removed.
[[nodiscard]] std::map<std::int64_t, std::string> sessionKeysOf(PageFile& file);

} // namespace quarterdeck::storage::recover
