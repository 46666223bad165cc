#pragma once

#include "model/conversation/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// Mgx: MGXEnv.publish_message to the letter. Quarterdeck: the same table with improvements, whose switches can be
/// turned off.
enum class Fidelity { Mgx, Quarterdeck };

/// The improvements on the original table that can be turned off one by one; all on in Fidelity::Quarterdeck, none in
/// Fidelity::Mgx.
enum class RoutingOption : std::uint32_t {
    ReplyMatchesAnyAddress = 1u << 0,      ///< any address of the role identifies a direct reply, not only its name
    IdleMeansNotWorking = 1u << 1,         ///< mere awareness is not work
    PublicReplyToEveryone = 1u << 2,       ///< the public reply of a direct chat says "to everyone", not "to <leader>"
    EmptyAgentFallsBackToSender = 1u << 3, ///< with an empty `metadata.agent` the sender signs, not "User"
    ImagesFromAnyRole = 1u << 4,           ///< any role's message may carry images; webp too; checked by content
    ProfileIsAddress = 1u << 5,            ///< a profile in `send_to` reaches the roles that have it
    PrivateWords = 1u << 6, ///< the person may speak to single members in private, which is off where a program outside
                            ///< hears it for them and has not said that it keeps it to itself
};

/// Which switches are on.
class RoutingOptions
{
public:
    [[nodiscard]] static RoutingOptions all();
    [[nodiscard]] static RoutingOptions none() { return {}; }
    [[nodiscard]] bool isOn(RoutingOption which) const { return (m_bits & static_cast<std::uint32_t>(which)) != 0; }
    void set(RoutingOption which, bool on);
    [[nodiscard]] std::uint32_t bits() const { return m_bits; }
    [[nodiscard]] static RoutingOptions fromBits(std::uint32_t bits);
    friend bool operator==(const RoutingOptions&, const RoutingOptions&) = default;

private:
    std::uint32_t m_bits = 0;
};

/// The line in front of a delivered copy's text. The original is always kept.
enum class AddressNote { MgxText, JsonLine, None };

/// Settings of one session's rules. A value; recorded in SessionStarted.
struct RoutingSettings
{
    Fidelity fidelity = Fidelity::Quarterdeck;
    RoutingOptions switches = RoutingOptions::all(); ///< ignored in Fidelity::Mgx
    RoleName leader{"Mike"};
    std::string leaderProfile = "Team Leader";
    AddressNote addressNote = AddressNote::MgxText;
    std::vector<std::string>
        filters; ///< names of registered filters, in order; none by default ("priority", "broadcast")
    /// A direct chat may be ended after so long without a message (`EndDirectChat`); 0 = never. Not in Mgx.
    std::int64_t directChatTimeoutMs = std::int64_t{30} * 60 * 1000;
    [[nodiscard]] bool isOn(RoutingOption which) const
    {
        return fidelity == Fidelity::Quarterdeck && switches.isOn(which);
    }
    friend bool operator==(const RoutingSettings&, const RoutingSettings&) = default;
};

} // namespace quarterdeck::conversation
