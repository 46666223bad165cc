#pragma once

#include <QString>
#include <QStringList>

class QUrl;

namespace quarterdeck::ui::transcript {

/// Everything in a link's text that a reader could take for its target's name, wherever it is among words and however
/// it is written. The page marks by the same rules (safety/named_hosts.ts in its sources); tests/data/links.json holds
/// them together. Names are in punycode, without "www." and a trailing dot. File names whose ending no host has do not
/// count, nor do those in a path if the target's path has them, too. Pure; takes time linear in the text.
[[nodiscard]] QStringList hostsNamedIn(const QString& text, const QUrl& target);

/// "support@bank.example", in lower case.
[[nodiscard]] QStringList mailAddressesIn(const QString& text);

/// In the form of `hostsNamedIn`.
[[nodiscard]] QString plainHost(const QString& host);

} // namespace quarterdeck::ui::transcript
