#include "examination.h"

#include "elsewhere.h"
#include "link_try.h"
#include "page_scripts.h"
#include "reading.h"
#include "tests/support/wait.h"
#include "ui/images/image_viewer.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QLineEdit>
#include <QListView>
#include <QTest>
#include <QUrl>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <algorithm>

namespace quarterdeck::hostile {

using test::waitFor;
using ui::transcript::TranscriptView;

namespace {

constexpr int lookLimitMs = 60'000;
constexpr int drawnMs = 10'000;
constexpr int mostOpened = 3; ///< pictures in the viewer

const QString textOfMessage =
    QStringLiteral("[...document.querySelectorAll('[data-ordinal=\"0\"] .msg > .c > :not(.mh)')]"
                   ".map((part) => part.innerText ?? part.textContent).join('\\n').slice(0, 20000)");
const QString hasPicture = QStringLiteral("document.querySelector('[data-ordinal=\"0\"] .msg > .c img') !== null");

QString textOfAll(const char* selector)
{
    return QStringLiteral("[...document.querySelectorAll('%1')].map((part) => part.innerText).join('\\n')"
                          ".slice(0, 200000)")
        .arg(QLatin1StringView(selector));
}

} // namespace

Examination::Examination(app::Application& program, Witness& witness)
    : m_program(program)
    , m_witness(witness)
    , m_view(*program.window().findChild<TranscriptView*>())
    , m_hand(m_view)
{ }

bool Examination::begin()
{
    const QString isMade = QStringLiteral("document.querySelector('.page .list') !== null");
    return waitFor([&] { return m_hand.eval(isMade).toBool(); }, lookLimitMs);
}

Report Examination::examine(const session::SessionId& session, const HostileCase& hostile)
{
    Report report;
    m_hand.eval(scripts::watchTasks);
    m_witness.reset();
    m_witness.begin(QStringLiteral("opening it"));
    if (show(session))
        handle(hostile, report);
    else
        report.faults << QStringLiteral("it was not painted");
    m_witness.begin(QStringLiteral("searching all sessions"));
    report.faults << searchAll(session, hostile);
    m_witness.begin(QStringLiteral("opening it again"));
    // The matches may be another session's.
    if (!show(session))
        report.faults << QStringLiteral("it was not painted again after a search");
    readPage(hostile, report);
    m_witness.begin(QStringLiteral("telling of it"));
    report.faults << markupFaults(m_program.window()) << notificationFaults(hostile);
    report.uiStep = m_witness.longestStep();
    report.times.uiMs = m_witness.longestGapMs(); // what follows opens a browser in this thread
    report.faults << exportedPageFaults(m_program.engine().library(), session, hostile);
    readWitness(report);
    report.faults.removeDuplicates();
    return report;
}

Report Examination::examineAgain(const session::SessionId& session, const HostileCase& hostile)
{
    Report report;
    m_hand.eval(scripts::watchTasks);
    m_witness.reset();
    m_witness.begin(QStringLiteral("opening it"));
    if (!show(session))
        report.faults << QStringLiteral("it was not painted");
    m_witness.begin(QStringLiteral("opening what is folded"));
    openFolds();
    m_witness.begin(QStringLiteral("reading it"));
    readPage(hostile, report);
    m_witness.begin(QStringLiteral("reading questions"));
    m_hand.goTo(m_view.page().shown().total - 1);
    readQuestionsInPage(hostile, report);
    m_witness.begin(QStringLiteral("telling of it"));
    report.faults << markupFaults(m_program.window());
    report.uiStep = m_witness.longestStep();
    report.times.uiMs = m_witness.longestGapMs();
    readWitness(report);
    report.faults.removeDuplicates();
    return report;
}

QStringList Examination::follow(const session::SessionId& session, const HostileCase& hostile)
{
    if (!show(session))
        return {QStringLiteral("its links were not painted")};
    return followLinks(m_hand, m_witness, hostile);
}

bool Examination::show(const session::SessionId& session)
{
    m_program.workspace().openSession(session);
    if (!waitFor([&] { return m_view.page().shown().session == session && m_view.page().shown().total > 0; },
                 lookLimitMs))
        return false;
    // A slow machine's first page takes longer than one look waits.
    if (!m_hand.isPainted() && !m_hand.isPainted())
        return false;
    m_hand.goTo(0);
    return m_hand.isPainted();
}

void Examination::handle(const HostileCase& hostile, Report& report)
{
    m_witness.begin(QStringLiteral("reading it"));
    readPage(hostile, report);
    m_witness.begin(QStringLiteral("opening what is folded"));
    openFolds();
    openPictures();
    m_witness.begin(QStringLiteral("following links"));
    report.faults << followLinks(m_hand, m_witness, hostile);
    m_witness.begin(QStringLiteral("hovering"));
    hover();
    m_witness.begin(QStringLiteral("choosing rows"));
    chooseRows();
    m_witness.begin(QStringLiteral("reading the inspector"));
    report.faults << inspectorFaults(m_program.window(), hostile);
    m_witness.begin(QStringLiteral("reading questions"));
    readQuestions(hostile, report);
    m_witness.begin(QStringLiteral("looking for words in it"));
    lookFor(hostile);
}

void Examination::openFolds()
{
    m_hand.clickAll(QStringLiteral(".think, .th, .capnote button, .more button, .tree button, .bh [aria-pressed]"));
    m_hand.clickAll(QStringLiteral(".remote button"));
}

/// Each covers the page until it is dismissed.
void Examination::openPictures()
{
    auto* viewer = m_program.window().findChild<ui::ImageViewer*>();
    for (int opened = 0; opened < mostOpened; ++opened) {
        const QString next = QStringLiteral("document.querySelectorAll('.thumb .im, .enlarge')[%1]").arg(opened);
        if (!m_hand.click(next))
            return;
        m_hand.settle();
        if (viewer != nullptr && viewer->isVisible())
            viewer->dismiss();
    }
}

void Examination::hover()
{
    m_hand.hoverAll(QStringLiteral(".prose a, .remote"));
    m_hand.hoverAll(QStringLiteral(".mh .who, .mh .chip, .mh time, .imp, .thumb, .enlarge, .opt, .th"));
}

/// The rows from the first to the last, one by one in the inspector; then the first again.
void Examination::chooseRows()
{
    const auto choose = [&](std::int64_t row) {
        m_hand.goTo(row);
        m_hand.click(
            QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] .mh, [data-ordinal=\"%1\"] .sysline')")
                .arg(row));
        m_hand.settle();
    };
    for (std::int64_t row = 1; row < m_view.page().shown().total; ++row)
        choose(row);
    choose(0);
}

void Examination::lookFor(const HostileCase& hostile)
{
    constexpr int mostTyped = 200;
    auto* field = m_program.window().findChild<QLineEdit*>(QStringLiteral("find.field"));
    m_program.actions()[ui::ActionId::ViewFind].trigger();
    field->setText(QString::fromStdString(hostile.text.substr(0, mostTyped)));
    QTest::keyClick(field, Qt::Key_Return);
    m_hand.settle();
    QTest::keyClick(field, Qt::Key_Return);
    m_hand.settle();
    QTest::keyClick(field, Qt::Key_Escape);
    m_hand.goTo(0);
}

/// In the field above the sessions, where matches are shown with their words; the first is opened.
QStringList Examination::searchAll(const session::SessionId& session, const HostileCase& hostile)
{
    const QStringList words = wordsOf(hostile.text);
    auto* panel = m_program.window().findChild<ui::SessionsPanel*>();
    auto* field = panel->findChild<QLineEdit*>(QStringLiteral("sessions.search"));
    const QStringList searched = words.mid(0, 2);
    field->setText(searched.join(QLatin1Char(' ')));
    (void)waitFor([&] { return !panel->model().found().isReading; }, lookLimitMs);
    m_hand.settle();
    QStringList faults;
    for (const ui::view::FoundMessage& found : panel->model().found().messages)
        if (found.session.toStdString() == session.str()
            && std::ranges::none_of(searched, [&](const QString& word) { return isFoundIn(found.excerpt, {word}); }))
            faults << QStringLiteral("what the search shows of it cannot be read: %1").arg(found.excerpt.left(60));
    auto* list = panel->findChild<QListView*>(QStringLiteral("sessions.list"));
    const QModelIndex last = panel->model().index(panel->model().rowCount() - 1);
    if (last.isValid()) {
        list->scrollTo(last);
        QTest::mouseMove(list->viewport(), list->visualRect(last).center());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(last).center());
    }
    m_hand.settle();
    faults << markupFaults(m_program.window());
    field->clear();
    return faults;
}

void Examination::readPage(const HostileCase& hostile, Report& report)
{
    report.scripts += m_hand.eval(scripts::countDangers).toInt();
    if (const QVariant left = m_hand.eval(QStringLiteral("window.__pwn"), QWebEngineScript::MainWorld); left.isValid())
        ++report.scripts;
    for (const QString& script : {scripts::findOverlays, scripts::findCovered})
        if (const QString found = m_hand.eval(script).toString(); !found.isEmpty())
            report.faults << QStringLiteral("something lies over other rows: %1").arg(found);
    if (m_hand.eval(scripts::countNotDrawn).toInt() > 0)
        report.faults << QStringLiteral("it could not be formatted, and is shown as received");
    // Long content is drawn in slices.
    report.isReadable = waitFor([&] { return canBeRead(wordsOf(hostile.text)); }, drawnMs);
    if (!report.isReadable)
        report.faults << QStringLiteral("it cannot be read");
    report.times.pageMs = std::max(report.times.pageMs, m_hand.eval(QStringLiteral("window.__longest")).toLongLong());
}

bool Examination::canBeRead(const QStringList& words)
{
    const QString shown = m_hand.eval(textOfMessage).toString();
    return isFoundIn(shown, words) || (!shown.trimmed().isEmpty() && m_hand.eval(hasPicture).toBool());
}

bool Examination::isInPage(const char* selector, const std::string& text)
{
    return waitFor([&] { return isFoundIn(m_hand.eval(textOfAll(selector)).toString(), wordsOf(text)); }, drawnMs);
}

/// Where it asks: in the page, with a form and with answers, and in the panel beside it.
void Examination::readQuestions(const HostileCase& hostile, Report& report)
{
    constexpr std::size_t ofName = 300;
    m_hand.goTo(m_view.page().shown().total - 1);
    readQuestionsInPage(hostile, report);
    if (!isInPage(".askcard .form", hostile.text.substr(0, ofName)))
        report.faults << QStringLiteral("the form cannot be read");
    report.faults << questionPanelFaults(m_program.window(), hostile);
    m_hand.goTo(0);
}

/// Nobody waits for an answer to those that came back, so they have no form.
void Examination::readQuestionsInPage(const HostileCase& hostile, Report& report)
{
    if (!isInPage(".askcard", hostile.text))
        report.faults << QStringLiteral("the question cannot be read");
    const QStringList answers =
        m_hand
            .eval(QStringLiteral("[...document.querySelectorAll('.askcard .opt > span')].map((one) => one.innerText)"))
            .toStringList();
    report.faults << equalLooks(QStringLiteral("in the conversation"), answers);
}

void Examination::readWitness(Report& report)
{
    report.calls = m_witness.calls();
    report.blocked = m_witness.blocked();
    report.navigations = m_witness.navigations();
    report.opened = static_cast<int>(m_witness.opened().size());
    if (report.scripts > 0)
        report.faults << QStringLiteral("a script ran, or could");
    if (report.calls + report.blocked > 0)
        report.faults << QStringLiteral("it made a request");
    if (report.navigations > 0 || m_view.webView().page()->url() != QUrl(QStringLiteral("app://transcript/index.html")))
        report.faults << QStringLiteral("it went elsewhere");
    if (m_witness.deaths() > 0)
        report.faults << QStringLiteral("the page hung or crashed, and was loaded anew");
    for (const QString& address : m_witness.opened())
        if (!QStringList({"https", "http", "mailto"}).contains(QUrl(address).scheme()))
            report.faults << QStringLiteral("%1 was handed to the desktop").arg(address.left(60));
    if (QApplication::topLevelWidgets().isEmpty())
        report.faults << QStringLiteral("the window is gone");
}

} // namespace quarterdeck::hostile
