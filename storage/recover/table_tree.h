#pragma once

#include "recover/page_file.h"

namespace quarterdeck::storage::recover {

/// Whether all pages of the list of sessions are there and can be read to their last row: only then is what was found
/// of them all there was. Thread: one.
[[nodiscard]] bool isListWhole(PageFile& file);

} // namespace quarterdeck::storage::recover
