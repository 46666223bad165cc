#pragma once

#include <QString>
#include <QStringList>

class QUrl;

namespace quarterdeck::ui::transcript {

/// All that a link's text could make a reader take for its target's name, wherever it stands among words and however it
/// is written. The page marks by the same rules (safety/named_hosts.ts in its sources); tests/data/links.json holds
/// them together. Pure; in time that grows with the text.
///
/// In punycode, without "www." and a dot at the end. Names of files that end as no host does are none, and neither are
/// those in a path when the target's path has them too.
[[nodiscard]] QStringList hostsNamedIn(const QString& text, const QUrl& target);

/// "support@bank.example", in small letters.
[[nodiscard]] QStringList mailAddressesIn(const QString& text);

/// As `hostsNamedIn` gives them.
[[nodiscard]] QString plainHost(const QString& host);

} // namespace quarterdeck::ui::transcript
