#include "model/gateway/clients/program_kind.h"

#include "model/gateway/program_runs.h"

#include <utility>

namespace quarterdeck::gateway {

std::optional<ProgramSource> programSourceOf(std::string_view source)
{
    static constexpr std::pair<std::string_view, ProgramKind> kinds[] = {
        {programSource, ProgramKind::Api},   {"agentscope:", ProgramKind::AgentScope},
        {"mcp:", ProgramKind::Mcp},          {"metagpt:", ProgramKind::MetaGpt},
        {"otlp:", ProgramKind::Traces},      {"otlp-program:", ProgramKind::Traces},
        {"otlp-trace:", ProgramKind::Traces}};
    for (const auto& [prefix, kind] : kinds)
        if (source.starts_with(prefix))
            return ProgramSource{kind, source.substr(prefix.size())};
    return std::nullopt;
}

} // namespace quarterdeck::gateway
