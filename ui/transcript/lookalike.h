#pragma once

#include <QString>
#include <QStringList>

namespace quarterdeck::ui::transcript {

/// What is left of a name when all that the eye overlooks is taken away: case, accents, width, invisible characters,
/// spaces and punctuation, and letters of other alphabets that look Latin. Two names with one skeleton look alike.
/// Pure.
[[nodiscard]] QString nameSkeleton(const QString& name);

/// The first of `names` that `name` may be mistaken for; empty when none.
[[nodiscard]] QString lookalikeOf(const QString& name, const QStringList& names);

} // namespace quarterdeck::ui::transcript
