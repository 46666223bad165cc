#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace quarterdeck::ui::transcript {

/// The first of `names` that `name` may be mistaken for; empty if none.
[[nodiscard]] QString confusableWith(const QString& name, const QStringList& names);

/// For each of these labels: may it be mistaken for another one of them? Equal ones do not count.
[[nodiscard]] QList<bool> lookalikesAmong(const QStringList& labels);

} // namespace quarterdeck::ui::transcript
