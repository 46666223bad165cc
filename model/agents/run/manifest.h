#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/run/artifacts.h"
#include "model/conversation/message.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// A file of a manifest, as it is on the disk.
struct ManifestFile
{
    Artifact artifact;
    std::optional<std::int64_t> bytes; ///< nothing if it cannot be read
    std::string sha256;
    std::string note; ///< one sentence about it for the person
};

struct Manifest
{
    std::vector<ManifestFile> files;
    std::string commit;       ///< the one that contains them; empty = none
    std::string problem;      ///< what went wrong with it
    std::int64_t leftOut = 0; ///< files not mentioned here, since there are too many
};

/// What a manifest is made for.
struct ManifestRequest
{
    ChosenFolder folder;
    std::vector<Artifact> artifacts;
    std::string title; ///< the session's
    conversation::SessionId session;
};

/// Examines the files and, if wanted, commits those that are still as the team left them. Thread: any; blocks.
[[nodiscard]] Manifest buildManifest(const ManifestRequest& order);
/// As recorded: words for the person, and what `manifestIn` returns.
[[nodiscard]] conversation::Message messageOf(const Manifest& manifest);

} // namespace quarterdeck::team
