#include "model/formats/export/writers.h"

#include <algorithm>

namespace quarterdeck::formats {

const std::vector<ExportFormat>& exportFormats()
{
    static const std::vector<ExportFormat> all = {
        {"qdeck", ".qdeck", false, false, jsonlWriter, true},   {"jsonl", ".jsonl", true, false, jsonlWriter},
        {"markdown", ".md", true, true, markdownWriter},        {"html", ".html", false, true, htmlWriter},
        {"openai", ".json", false, true, openAiWriter},         {"anthropic", ".json", false, true, anthropicWriter},
        {"agentscope", ".json", false, true, agentScopeWriter}, {"metagpt", ".json", false, true, metaGptWriter},
    };
    return all;
}

const ExportFormat* exportFormat(std::string_view name)
{
    const auto found = std::ranges::find(exportFormats(), name, &ExportFormat::name);
    return found == exportFormats().end() ? nullptr : &*found;
}

} // namespace quarterdeck::formats
