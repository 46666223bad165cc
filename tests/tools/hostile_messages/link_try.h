#pragma once

#include "hostile_case.h"
#include "page_hand.h"
#include "witness.h"

#include <QString>
#include <QStringList>

namespace quarterdeck::hostile {

/// Clicks the links that are shown, and then what the page asks about them. The faults: a link that opened without a
/// question although its words name another host, or although the case says that it must not.
[[nodiscard]] QStringList followLinks(PageHand& hand, const Witness& witness, const HostileCase& hostile);

/// Whether the words of a link make a reader think of another host than the one it goes to.
[[nodiscard]] bool namesAnotherHost(const QString& words, const QUrl& address);

} // namespace quarterdeck::hostile
