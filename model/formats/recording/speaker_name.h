#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// The speaker as in Magentic-One's logs: `Orchestrator (-> WebSurfer)`, `Orchestrator (thought)`, `Orchestrator
/// (termination condition)`, `WebSurfer`.
struct SpeakerName
{
    std::string name;
    std::vector<std::string> recipients; ///< empty = everyone
    bool isThought = false;
    friend bool operator==(const SpeakerName&, const SpeakerName&) = default;
};

[[nodiscard]] SpeakerName readSpeakerName(std::string_view text);

} // namespace quarterdeck::formats
