#include "ui/controllers/removal_text.h"

#include <QCoreApplication>

namespace quarterdeck::ui {

namespace {

struct Removal
{
    Q_DECLARE_TR_FUNCTIONS(Removal)
};

QString withQuestions(const QString& gone, int questions)
{
    if (questions == 0)
        return gone;
    return gone + u'\n' + Removal::tr("%n open question(s) go too: whoever asked gets no answer.", nullptr, questions);
}

QString withBackups(const QString& gone, int weeks)
{
    if (weeks == 0)
        return gone;
    return gone + u'\n'
        + Removal::tr("Backups still contain them: daily and weekly ones for about %n week(s); those made by hand or "
                      "before an update, and libraries that were set aside, for as long as they are kept.",
                      nullptr, weeks);
}

} // namespace

QString removalOfOne(std::int64_t messages, int questions, int backupWeeks)
{
    const QString gone = Removal::tr("Its %n message(s), with the attachments that only it uses, will be deleted from "
                                     "the library. This cannot be undone.",
                                     nullptr, static_cast<int>(messages));
    return withBackups(withQuestions(gone, questions), backupWeeks);
}

QString removalOfMany(int sessions, int questions, int backupWeeks)
{
    const QString gone = Removal::tr("%n session(s), with the attachments that only they use, will be deleted from the "
                                     "library. This cannot be undone.",
                                     nullptr, sessions);
    return withBackups(withQuestions(gone, questions), backupWeeks);
}

QString openQuestionsWarning(const session::SessionSummary& session)
{
    const int questions = openQuestionsIn(session);
    return questions == 0 ? QString()
                          : Removal::tr("%n question(s) in it stay open, under “Needs you”.", nullptr, questions);
}

int openQuestionsIn(const session::SessionSummary& session)
{
    const bool isImportedSession = session.kind == conversation::SessionKind::Imported;
    return isImportedSession ? 0 : static_cast<int>(session.openQuestions.size());
}

} // namespace quarterdeck::ui
