#pragma once

#include "app/program.h"
#include "hostile_messages/hostile_case.h"
#include "hostile_messages/witness.h"

#include <QStringList>
#include <QVariant>

namespace quarterdeck::ui::transcript {
class TranscriptView;
}

namespace quarterdeck::hostile {

/// What was seen while a case stood in the window.
struct Report
{
    int scripts = 0;     ///< marks that a script left, handlers and elements that could run one
    int calls = 0;       ///< connections to the canary
    int blocked = 0;     ///< requests that the interceptor stopped
    int navigations = 0; ///< attempts to go elsewhere
    int opened = 0;      ///< addresses handed to the desktop
    qint64 pageMs = 0;   ///< longest task of the page
    qint64 uiMs = 0;     ///< longest time in which the ui thread did not answer
    bool isReadable = false;
    QStringList faults; ///< empty = passed
};

/// Shows cases in the program's own window and does to them what a person might: opens what is folded, clicks links and
/// buttons, hovers, chooses rows, looks for their words, searches, exports. Thread: ui.
class Examination
{
public:
    /// All of these must outlive it.
    Examination(app::Program& program, Witness& witness);

    [[nodiscard]] Report examine(const session::SessionId& session, const HostileCase& hostile);

private:
    [[nodiscard]] bool isPainted();
    [[nodiscard]] bool show(const session::SessionId& session);
    void openFolds();
    void clickAll(const QString& selector);
    void chooseAndHover();
    void lookFor(const HostileCase& hostile);
    void searchAll(const HostileCase& hostile);
    [[nodiscard]] bool canBeRead(const QStringList& words);
    void readPage(const HostileCase& hostile, Report& report);
    void readWidgets(Report& report);
    void readWitness(Report& report) const;
    void goTo(std::int64_t row);

    QVariant eval(const QString& script, quint32 world);
    bool clickOn(const QString& element);

    app::Program& m_program;
    Witness& m_witness;
    ui::transcript::TranscriptView& m_view;
};

} // namespace quarterdeck::hostile
