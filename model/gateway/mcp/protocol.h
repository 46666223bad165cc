#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

/// The versions of MCP spoken here, and the opening exchange. Pure; thread: any.
namespace quarterdeck::gateway::mcp {

enum class Version { November2024, March2025, June2025, November2025 };

inline constexpr Version newestVersion = Version::November2025;
/// For clients that name none: the HTTP header is newer than they are.
inline constexpr Version unnamedVersion = Version::March2025;

/// "2025-11-25"
[[nodiscard]] std::string_view nameOf(Version version);
[[nodiscard]] bool isKnownVersion(std::string_view name);
/// The version to use with a client that wants this one: itself, or the newest.
[[nodiscard]] Version negotiated(std::string_view wanted);
/// Several messages in one post, which only the oldest versions have.
[[nodiscard]] constexpr bool hasBatches(Version version) { return version <= Version::March2025; }
[[nodiscard]] constexpr bool hasStructuredContent(Version version) { return version >= Version::June2025; }

/// From which level a client wants log messages. It is sent none, so any value is
/// honoured.
[[nodiscard]] bool isLogLevel(const nlohmann::json& level);

/// Who connected, in its own words.
struct ClientInfo
{
    std::string name;    ///< "claude-code"; never empty
    std::string title;   ///< for people; may be empty
    std::string version; ///< may be empty
    friend bool operator==(const ClientInfo&, const ClientInfo&) = default;
    /// For a person to read.
    [[nodiscard]] const std::string& shownName() const { return title.empty() ? name : title; }
};
/// From the parameters of "initialize". Odd or missing fields are no error.
[[nodiscard]] ClientInfo clientIn(const nlohmann::json& params);
[[nodiscard]] nlohmann::json toJson(const ClientInfo& client);
/// The client that an MCP session belongs to: one that has a session per call is given ids of "CLIENT.SESSION", so that
/// this outlasts a restart.
[[nodiscard]] std::string clientOfSession(std::string_view mcpSession);
/// The response to "initialize".
[[nodiscard]] nlohmann::json welcome(Version version);

} // namespace quarterdeck::gateway::mcp
