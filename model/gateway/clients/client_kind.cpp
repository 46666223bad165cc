#include "model/gateway/clients/client_kind.h"

#include "model/gateway/program_runs.h"

#include <utility>

namespace quarterdeck::gateway {

std::optional<ClientSource> clientSourceOf(std::string_view source)
{
    static constexpr std::pair<std::string_view, ClientKind> kinds[] = {
        {programSource, ClientKind::Api},   {"agentscope:", ClientKind::AgentScope},
        {"mcp:", ClientKind::Mcp},          {"metagpt:", ClientKind::MetaGpt},
        {"otlp:", ClientKind::Traces},      {"otlp-program:", ClientKind::Traces},
        {"otlp-trace:", ClientKind::Traces}};
    for (const auto& [prefix, kind] : kinds)
        if (source.starts_with(prefix))
            return ClientSource{kind, source.substr(prefix.size())};
    return std::nullopt;
}

} // namespace quarterdeck::gateway
