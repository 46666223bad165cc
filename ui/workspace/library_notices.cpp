#include "workspace/library_notices.h"

#include "ui/wording/routing_words.h"

#include <QCoreApplication>

namespace quarterdeck::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LibraryNotices)
};

const QString libraryId = QStringLiteral("library");

view::Notice damageNotice(const session::Error& error, bool canRecover)
{
    if (!canRecover)
        return {damageNoticeId,
                view::NoticeTone::Danger,
                wording::text(error.sentence),
                Words::tr("What is whole in it can be read."),
                {}};
    return {damageNoticeId, view::NoticeTone::Danger, wording::text(error.sentence),
            Words::tr("What is whole in it can be read. Recovering stops what runs, writes all that is left into a new "
                      "file and keeps the damaged one beside it."),
            Words::tr("Recover")};
}

} // namespace

view::Notice failureNotice(const session::Error& error, bool canRecover)
{
    if (error.code == conversation::ErrorCode::Damaged)
        return damageNotice(error, canRecover);
    return {libraryId,
            view::NoticeTone::Danger,
            wording::text(error.sentence),
            Words::tr("What is shown is stored; the last change is not."),
            {}};
}

view::Notice writingNotice(const std::optional<session::Error>& trouble, bool canRecover)
{
    if (!trouble)
        return {libraryId, view::NoticeTone::Plain, Words::tr("The library is stored to again."), {}, {}, true};
    if (trouble->code == conversation::ErrorCode::Damaged)
        return damageNotice(*trouble, canRecover);
    // Replaces the notice about the write that failed.
    return {libraryId,
            view::NoticeTone::Danger,
            wording::text(trouble->sentence),
            Words::tr("Nothing new is stored until that is over; everything can be read. Quarterdeck tries again by "
                      "itself."),
            {}};
}

view::Notice delayNotice(std::chrono::milliseconds longerThan, const QString& library)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longerThan).count();
    return {delayNoticeId,
            view::NoticeTone::Limit,
            Words::tr("The disk is slow: what is new has waited to be stored for more than %1 s.").arg(seconds),
            Words::tr("It appears here as soon as it is stored in “%1”. If this goes on, look for what else uses that "
                      "disk, or move the library to another one and start Quarterdeck with --library.")
                .arg(library),
            {}};
}

view::Notice delayEndedNotice()
{
    return {delayNoticeId,
            view::NoticeTone::Plain,
            Words::tr("The disk is quick again, and what is new is stored."),
            {},
            {},
            true};
}

} // namespace quarterdeck::ui
