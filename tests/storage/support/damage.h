#pragma once

#include "log_builder.h"

#include <QByteArray>
#include <QRandomGenerator>
#include <QString>
#include <map>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// Of a library's file.
inline constexpr qsizetype pageSize = 4096;

/// A library as a test made it: its sessions leave a mark of their own all over their pages, so that a page's contents
/// can be recognised. In packed events only the speaker shows it; the long ones, and those without a speaker, are as an
/// older version wrote them.
struct Original
{
    QByteArray file;
    QByteArray log; ///< beside it, when it was not closed
    std::map<std::string, LogBuilder> sessions;
    std::map<std::string, QByteArray> marks;
};

/// Sessions of several lengths, one of them imported; a removed one left free pages. `isClosed`: otherwise the last
/// ones are in the log.
[[nodiscard]] Original makeOriginal(const char* family, bool isClosed);

/// What a corruption did.
struct Damage
{
    QByteArray file;
    QByteArray log;
    std::vector<QByteArray> touched; ///< the bytes that were there before
    [[nodiscard]] bool hasTouched(const QByteArray& mark) const;
};

/// A way in which a file gets damaged.
struct Corruption
{
    const char* name;
    void (*run)(Damage&, QRandomGenerator&);
    bool isOfClosed = false; ///< a library that was not closed has a log, which stands in its way
};
[[nodiscard]] const std::vector<Corruption>& corruptions();

/// Pages whose first byte says that they are of this type; the first page has its own place for it.
[[nodiscard]] std::vector<qsizetype> pagesOfType(const QByteArray& file, int type);

[[nodiscard]] QByteArray bytesOf(const QString& name);
void put(const QString& name, const QByteArray& bytes);

} // namespace quarterdeck::test
