#pragma once

#include "formats/session_writer.h"

namespace quarterdeck::formats {

[[nodiscard]] std::unique_ptr<SessionWriter> jsonlWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> markdownWriter(WriterContext context);

} // namespace quarterdeck::formats
