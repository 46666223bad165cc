#pragma once

#include "model/formats/export/session_writer.h"

namespace quarterdeck::formats {

[[nodiscard]] std::unique_ptr<SessionWriter> jsonlWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> markdownWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> htmlWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> openAiWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> agentScopeWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> anthropicWriter(WriterContext context);
[[nodiscard]] std::unique_ptr<SessionWriter> metaGptWriter(WriterContext context);

} // namespace quarterdeck::formats
