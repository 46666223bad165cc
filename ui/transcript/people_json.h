#pragma once

#include "model/conversation/message.h"
#include "model/conversation/route.h"
#include "ui/present/members.h"

#include <QList>
#include <QString>
#include <QStringList>
#include <nlohmann/json_fwd.hpp>

#include <span>

namespace quarterdeck::ui::transcript {

/// The first of `names` that `name` may be mistaken for; empty if none.
[[nodiscard]] QString confusableWith(const QString& name, const QStringList& names);

/// For each of these labels: may it be mistaken for another one of them? Equal ones do not count.
[[nodiscard]] QList<bool> lookalikesAmong(const QStringList& labels);

/// Who speaks, and to whom, as the page's JSON. Pure; thread: any.

[[nodiscard]] const PresentedMember* memberWith(const Presentation& presentation, const conversation::Address& address);
[[nodiscard]] const PresentedMember* memberNamed(const Presentation& presentation, const conversation::RoleName& role);

[[nodiscard]] nlohmann::json nobodyJson(); ///< the speaker of a notice
[[nodiscard]] nlohmann::json userJson();
/// With "lookalike" if the name could be taken for the person's or the leader's.
[[nodiscard]] nlohmann::json memberJson(const Presentation& presentation, const PresentedMember& member);
[[nodiscard]] nlohmann::json programJson(); ///< Quarterdeck itself: it has no lane
/// A role by name: the member, the program, or a stranger of that name.
[[nodiscard]] nlohmann::json roleJson(const Presentation& presentation, const conversation::RoleName& role);
[[nodiscard]] nlohmann::json speakerJson(const Presentation& presentation, const conversation::Message& message);

/// The chips: members and strangers, the person, everyone. `unknown` are names in `sendTo` that nobody bears.
[[nodiscard]] nlohmann::json recipientsJson(const Presentation& presentation, const conversation::AddressSet& sendTo,
                                            std::span<const conversation::Address> unknown,
                                            const conversation::Address& sentFrom);

} // namespace quarterdeck::ui::transcript
