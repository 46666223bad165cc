#pragma once

#include "app/desktop/application.h"
#include "hostile_case.h"
#include "page_hand.h"
#include "times.h"
#include "witness.h"

#include <QStringList>

namespace quarterdeck::ui::transcript {
class TranscriptView;
}

namespace quarterdeck::hostile {

/// What was seen while a case was in the window.
struct Report
{
    int scripts = 0;     ///< marks that a script left, handlers and elements that could run one
    int calls = 0;       ///< connections to the canary
    int blocked = 0;     ///< requests that an interceptor stopped
    int navigations = 0; ///< attempts to go elsewhere
    int opened = 0;      ///< addresses handed to the desktop
    Times times;         ///< longest task of the page, longest time in which the ui thread did not answer
    QString uiStep;      ///< what was done then
    bool isReadable = false;
    QStringList faults; ///< empty = passed; times are not judged here
};

/// Shows cases in the program's own window and does to them what a person might: opens folded parts, clicks links and
/// buttons, hovers, selects rows, finds their words, searches, exports; and the same to re-imported exports. Thread:
/// ui.
class Examination
{
public:
    /// All of these must outlive it.
    Examination(app::Application& program, Witness& witness);

    /// Until the page has made itself; then its tasks are watched.
    [[nodiscard]] bool begin();
    [[nodiscard]] Report examine(const session::SessionId& session, const HostileCase& hostile);
    /// What came back from a file that the session was exported to: shown, unfolded, and its question read.
    [[nodiscard]] Report examineAgain(const session::SessionId& session, const HostileCase& hostile);
    /// The links of a message as it came: faults.
    [[nodiscard]] QStringList follow(const session::SessionId& session, const HostileCase& hostile);

private:
    [[nodiscard]] bool show(const session::SessionId& session);
    void handle(const HostileCase& hostile, Report& report);
    void openFolds();
    void openPictures();
    void hover();
    void chooseRows();
    void lookFor(const HostileCase& hostile);
    [[nodiscard]] QStringList searchAll(const session::SessionId& session, const HostileCase& hostile);
    [[nodiscard]] bool canBeRead(const QStringList& words);
    void readPage(const HostileCase& hostile, Report& report);
    [[nodiscard]] bool isInPage(const char* selector, const std::string& text);
    void readQuestions(const HostileCase& hostile, Report& report);
    void readQuestionsInPage(const HostileCase& hostile, Report& report);
    void readWitness(Report& report);

    app::Application& m_program;
    Witness& m_witness;
    ui::transcript::TranscriptView& m_view;
    PageHand m_hand;
};

} // namespace quarterdeck::hostile
