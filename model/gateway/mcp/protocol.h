#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

/// The versions of MCP that are spoken here, and what is said at the beginning. Pure; thread: any.
namespace quarterdeck::gateway::mcp {

enum class Version { November2024, March2025, June2025, November2025 };

inline constexpr Version newestVersion = Version::November2025;
/// Of who names none: the field of HTTP is younger.
inline constexpr Version unnamedVersion = Version::March2025;

/// "2025-11-25"
[[nodiscard]] std::string_view nameOf(Version version);
[[nodiscard]] bool isKnownVersion(std::string_view name);
/// The one that is spoken with a client that wants this one: itself, or the newest.
[[nodiscard]] Version negotiated(std::string_view wanted);
/// Several messages in one post: only the oldest have that.
[[nodiscard]] constexpr bool hasBatches(Version version) { return version <= Version::March2025; }
[[nodiscard]] constexpr bool hasStructuredContent(Version version) { return version >= Version::June2025; }

/// From what level on a client wants to be told what happens here. It is told nothing but answers, so that any of them
/// is kept.
[[nodiscard]] bool isLogLevel(const nlohmann::json& level);

/// Who connected, as it says.
struct ClientInfo
{
    std::string name;    ///< "claude-code"; never empty
    std::string title;   ///< for people; may be empty
    std::string version; ///< may be empty
    friend bool operator==(const ClientInfo&, const ClientInfo&) = default;
    /// What a person reads.
    [[nodiscard]] const std::string& shownName() const { return title.empty() ? name : title; }
};
/// Of the parameters of "initialize". Odd or missing fields are no error.
[[nodiscard]] ClientInfo clientIn(const nlohmann::json& params);
[[nodiscard]] nlohmann::json toJson(const ClientInfo& client);
/// What "initialize" is answered with.
[[nodiscard]] nlohmann::json welcome(Version version);

} // namespace quarterdeck::gateway::mcp
