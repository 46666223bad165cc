#pragma once

#include "model/conversation/error.h"
#include "model/formats/session_reader.h"

#include <string>
#include <vector>

namespace quarterdeck::formats::metagpt {

/// The folder that MetaGPT 0.5 and 0.6 saved a team in (0.7 and later write one `team.json`):
///
///     team_info.json                                    {investment, idea}
///     environment/roles.json                            [{role_class, module_name, role_name}]
///     environment/history.json                          {content: text, for people}
///     environment/memory.json                           what the environment remembers; 0.5 only
///     environment/roles/<class>_<name>/role_info.json   the role
///     environment/roles/<class>_<name>/memory.json      what it remembers
///
/// A memory is a list of messages, or an object with such a list as `storage`. Source: `serialize` of Team,
/// Environment, Role and Memory in metagpt 0.5 and 0.6. Does no I/O: whoever reads the folder hands over the texts of
/// its files.

struct TeamFolderRole
{
    std::string folder; ///< its name
    std::string info;   ///< text of role_info.json
    std::string memory; ///< text of memory.json; empty = none
};

struct TeamFolder
{
    std::string name;   ///< of the folder, for sentences
    std::string info;   ///< text of team_info.json; empty = none, as for the others
    std::string roles;  ///< text of environment/roles.json
    std::string memory; ///< text of environment/memory.json
    std::vector<TeamFolderRole> members;
};

/// The same team as the text of a `team.json`, which TeamReader reads. Nothing says in which order messages of
/// different memories were sent: each keeps the order of all memories that have it, as far as they agree. Errors:
/// BadInput, when one of the texts is no JSON. Never throws.
[[nodiscard]] conversation::Result<std::string> teamText(const TeamFolder& folder);

} // namespace quarterdeck::formats::metagpt

namespace quarterdeck::formats {

/// MetaGPT's saved teams: `team.json` (`{env: {roles, history}, idea, investment, context}`) and `MGXEnv.json` (the
/// environment alone). An environment keeps a message twice under one id, as addressed and as said; here it is one.
/// What only roles remember follows after the history. Nothing in it has a time.
class TeamReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
