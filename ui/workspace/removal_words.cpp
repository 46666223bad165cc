#include "workspace/removal_words.h"

#include <QCoreApplication>

namespace quarterdeck::ui {

namespace {

struct Removal
{
    Q_DECLARE_TR_FUNCTIONS(Removal)
};

QString withBackups(const QString& gone, int weeks)
{
    if (weeks == 0)
        return gone;
    return gone + u'\n'
        + Removal::tr("Backups still hold them: automatic ones for about %n week(s), those made by hand for as long as "
                      "they are kept.",
                      nullptr, weeks);
}

} // namespace

QString removalOfOne(std::int64_t messages, int backupWeeks)
{
    return withBackups(Removal::tr("Its %n message(s), and what only it refers to, are taken out of the library; that "
                                   "cannot be undone.",
                                   nullptr, static_cast<int>(messages)),
                       backupWeeks);
}

QString removalOfMany(int sessions, int backupWeeks)
{
    return withBackups(Removal::tr("%n session(s), and what only they refer to, are taken out of the library; that "
                                   "cannot be undone.",
                                   nullptr, sessions),
                       backupWeeks);
}

} // namespace quarterdeck::ui
