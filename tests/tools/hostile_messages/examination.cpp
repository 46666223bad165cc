#include "hostile_messages/examination.h"

#include "hostile_messages/elsewhere.h"
#include "support/wait.h"
#include "ui/sessions/session_list_model.h"
#include "ui/sessions/sessions_panel.h"
#include "ui/transcript/transcript_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QTest>
#include <QUrl>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <algorithm>
#include <memory>
#include <optional>

namespace quarterdeck::hostile {

using test::waitFor;
using ui::transcript::TranscriptView;

namespace {

constexpr int limitMs = 60'000;
constexpr int drawnMs = 10'000;
constexpr int quietMs = 120; ///< for whatever only needs time: handlers, redirects, animations
constexpr int mostClicks = 40;
constexpr quint32 ownWorld = QWebEngineScript::ApplicationWorld;
constexpr quint32 pagesWorld = QWebEngineScript::MainWorld;

/// Counts what a script has left or could use: in the whole document, since nothing of it is the message's to change.
const QString countScripts = QStringLiteral(R"js((() => {
  let count = window.__pwn === undefined ? 0 : 1;
  if (document.title !== 'Quarterdeck') count += 1;
  if (({}).polluted !== undefined || Object.keys(Object.prototype).length > 0) count += 1;
  count += document.querySelectorAll('.prose [id], .prose [name], .prose [style*="url(" i], .prose [autofocus], .list svg :is(image, use, foreignObject, animate, set)').length;
  count += document.querySelectorAll('.list script, .list iframe, .list object, .list embed, .list form, .list meta, .list base, .list link, .list style').length;
  for (const element of document.querySelectorAll('.list *')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) || (/^(href|src|action|xlink:href)$/i.test(name) && /^\s*(javascript|data:text|vbscript)/i.test(value))) count += 1;
    }
  }
  return count;
})())js");

/// What lies over other rows, which only the page's own parts may.
const QString countOverlays = QStringLiteral(R"js(
[...document.querySelectorAll('.entry *')].filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)).length)js");

/// What a person would click in a row belongs to that row, wherever it is looked for.
const QString countCovered = QStringLiteral(R"js((() => {
  let covered = 0;
  const height = document.documentElement.clientHeight;
  const width = document.documentElement.clientWidth;
  for (const entry of document.querySelectorAll('.entry:not(.parked)')) {
    const { top, bottom, left, right } = entry.getBoundingClientRect();
    if (left < 0 || right > width + 1) covered += 1;
    for (const share of [0.1, 0.5, 0.9]) {
      const y = top + (bottom - top) * share;
      if (y < 40 || y > height - 1) continue;
      for (let x = 4; x < width; x += width / 12) {
        const found = document.elementFromPoint(x, y)?.closest('.entry');
        if (found && found !== entry) covered += 1;
      }
    }
  }
  return covered;
})())js");

const QString watchTasks = QStringLiteral(R"js((() => {
  if (!window.__observer) {
    window.__longest = 0;
    window.__observer = new PerformanceObserver((list) => {
      for (const task of list.getEntries()) window.__longest = Math.max(window.__longest, task.duration);
    });
    window.__observer.observe({ entryTypes: ['longtask'] });
  }
})())js");

void pause()
{
    (void)waitFor([] { return false; }, quietMs);
}

} // namespace

Examination::Examination(app::Program& program, Witness& witness)
    : m_program(program)
    , m_witness(witness)
    , m_view(*program.window().findChild<TranscriptView*>())
{ }

QVariant Examination::eval(const QString& script, quint32 world)
{
    // A page that hung answers when nobody waits any more.
    const auto value = std::make_shared<std::optional<QVariant>>();
    m_view.webView().page()->runJavaScript(script, world, [value](const QVariant& result) { *value = result; });
    return waitFor([&] { return value->has_value(); }, limitMs) ? **value : QVariant(QStringLiteral("no answer"));
}

Report Examination::examine(const session::SessionId& session, const HostileCase& hostile)
{
    Report report;
    m_witness.reset();
    if (!show(session)) {
        report.faults << QStringLiteral("it was not painted");
        return report;
    }
    eval(watchTasks, ownWorld);
    readPage(hostile, report);
    openFolds();
    clickAll(QStringLiteral(".prose a, .linkbox ~ .row button"));
    chooseAndHover();
    lookFor(hostile);
    searchAll(hostile);
    // What was found may be another session's.
    if (!show(session))
        report.faults << QStringLiteral("it was not painted again after a search");
    readPage(hostile, report);
    readWidgets(report);
    report.faults << notificationFaults(hostile) << exportedPageFaults(m_program.engine().library(), session, hostile);
    readWitness(report);
    eval(QStringLiteral("window.__longest = 0"), ownWorld);
    return report;
}

bool Examination::isPainted()
{
    const auto painted = std::make_shared<std::optional<bool>>();
    m_view.whenPainted([painted](bool isSo) { *painted = isSo; });
    return waitFor([&] { return painted->has_value(); }, limitMs) && **painted;
}

bool Examination::show(const session::SessionId& session)
{
    m_program.workspace().openSession(session);
    if (!waitFor([&] { return m_view.shown().session == session && m_view.shown().total > 0; }, limitMs))
        return false;
    // A slow machine's first page takes longer than one look waits.
    if (!isPainted() && !isPainted())
        return false;
    goTo(0);
    return isPainted();
}

void Examination::goTo(std::int64_t row)
{
    m_view.scrollTo({{row}, ui::transcript::Align::Start}, false);
    const QString isThere = QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]') !== null").arg(row);
    (void)waitFor([&] { return eval(isThere, ownWorld).toBool(); }, limitMs);
    pause();
}

void Examination::openFolds() { clickAll(QStringLiteral(".think, .th, .capnote button, .more button, .img button")); }

/// Real clicks, from the first to the last, also on what a click has brought.
void Examination::clickAll(const QString& selector)
{
    const QString next = QStringLiteral("(() => { const found = [...document.querySelectorAll('%1')]"
                                        ".find((element) => !element.dataset.clicked && element.offsetParent);"
                                        " if (found) found.dataset.clicked = 'yes'; return found; })()")
                             .arg(selector);
    for (int clicks = 0; clicks < mostClicks && clickOn(next); ++clicks)
        pause();
}

bool Examination::clickOn(const QString& element)
{
    const QVariantList place =
        eval(QStringLiteral("(() => { const e = %1; if (!e) return [];"
                            " e.scrollIntoView({ block: 'center' });"
                            " const b = e.getClientRects()[0] ?? e.getBoundingClientRect();"
                            " return [b.left + Math.min(b.width, 200) / 2, b.top + b.height / 2]; })()")
                 .arg(element),
             ownWorld)
            .toList();
    if (place.size() != 2)
        return false;
    const QPoint point(qRound(place.at(0).toDouble()), qRound(place.at(1).toDouble()));
    QWidget* target = m_view.webView().focusProxy();
    if (target == nullptr || !target->rect().contains(point))
        return true; // out of reach for a person as well
    QTest::mouseMove(target, point);
    QTest::mouseClick(target, Qt::LeftButton, {}, point);
    return true;
}

/// The rows from the first to the last, one by one in the inspector.
void Examination::chooseAndHover()
{
    for (std::int64_t row = 0; row < m_view.shown().total; ++row) {
        goTo(row);
        clickOn(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"] .mh, [data-ordinal=\"%1\"] .sysline')")
                    .arg(row));
    }
    goTo(0);
}

void Examination::lookFor(const HostileCase& hostile)
{
    constexpr int mostTyped = 200;
    auto* field = m_program.window().findChild<QLineEdit*>(QStringLiteral("find.field"));
    m_program.actions()[ui::ActionId::ViewFind].trigger();
    field->setText(QString::fromStdString(hostile.text).left(mostTyped));
    QTest::keyClick(field, Qt::Key_Return);
    pause();
    QTest::keyClick(field, Qt::Key_Return);
    pause();
    QTest::keyClick(field, Qt::Key_Escape);
    goTo(0);
}

/// In the field over the sessions, where what is found is shown with its words; the first is opened.
void Examination::searchAll(const HostileCase& hostile)
{
    const QStringList words = wordsOf(hostile.text);
    auto* panel = m_program.window().findChild<ui::SessionsPanel*>();
    auto* field = panel->findChild<QLineEdit*>(QStringLiteral("sessions.search"));
    field->setText(words.mid(0, 2).join(QLatin1Char(' ')));
    (void)waitFor([&] { return !panel->model().found().isReading; }, limitMs);
    pause();
    auto* list = panel->findChild<QListView*>(QStringLiteral("sessions.list"));
    const QModelIndex last = panel->model().index(panel->model().rowCount() - 1);
    if (last.isValid()) {
        list->scrollTo(last);
        QTest::mouseMove(list->viewport(), list->visualRect(last).center());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(last).center());
    }
    pause();
    field->clear();
    goTo(0);
}

void Examination::readPage(const HostileCase& hostile, Report& report)
{
    report.scripts += eval(countScripts, ownWorld).toInt();
    if (const QVariant left = eval(QStringLiteral("window.__pwn"), pagesWorld); left.isValid())
        ++report.scripts;
    if (eval(countOverlays, ownWorld).toInt() + eval(countCovered, ownWorld).toInt() > 0)
        report.faults << QStringLiteral("something lies over other rows");
    report.pageMs = std::max(report.pageMs, eval(QStringLiteral("window.__longest"), ownWorld).toLongLong());
    // What is long is drawn in slices.
    report.isReadable = waitFor([&] { return canBeRead(wordsOf(hostile.text)); }, drawnMs);
    if (!report.isReadable && !report.faults.contains(QStringLiteral("it cannot be read")))
        report.faults << QStringLiteral("it cannot be read");
}

bool Examination::canBeRead(const QStringList& words)
{
    const QString text =
        QStringLiteral("document.querySelector('[data-ordinal=\"0\"] .msg > .c')?.innerText.slice(0, 20000) ?? ''");
    const QString image = QStringLiteral("document.querySelector('[data-ordinal=\"0\"] .msg > .c img') !== null");
    const QString shown = eval(text, ownWorld).toString().toLower();
    const auto found = std::ranges::count_if(words, [&](const QString& word) { return shown.contains(word); });
    return !shown.trimmed().isEmpty()
        && (words.isEmpty() || found * 3 >= words.size() || eval(image, ownWorld).toBool());
}

/// What Qt takes for markup in a label or a tooltip may only be our own paragraphs, around what was written.
void Examination::readWidgets(Report& report)
{
    static const QRegularExpression foreignTag(QStringLiteral("<(?!/?(p|br)\\b)[A-Za-z/!]"));
    const auto isRead = [](const QString& text) { return Qt::mightBeRichText(text) && text.contains(foreignTag); };
    for (const QWidget* widget : m_program.window().findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label != nullptr && label->textFormat() != Qt::PlainText && isRead(label->text()))
            report.faults << QStringLiteral("the label %1 reads it as markup").arg(label->objectName());
        if (isRead(widget->toolTip()))
            report.faults << QStringLiteral("the tooltip of %1 reads it as markup").arg(widget->objectName());
    }
}

void Examination::readWitness(Report& report) const
{
    report.calls = m_witness.calls();
    report.blocked = m_witness.blocked();
    report.navigations = m_witness.navigations();
    report.opened = static_cast<int>(m_witness.opened().size());
    report.uiMs = m_witness.longestGapMs();
    if (report.scripts > 0)
        report.faults << QStringLiteral("a script ran, or could");
    if (report.calls + report.blocked > 0)
        report.faults << QStringLiteral("it made a request");
    if (report.navigations > 0 || m_view.webView().page()->url() != QUrl(QStringLiteral("app://transcript/index.html")))
        report.faults << QStringLiteral("it went elsewhere");
    for (const QString& address : m_witness.opened())
        if (!QStringList({"https", "http", "mailto"}).contains(QUrl(address).scheme()))
            report.faults << QStringLiteral("%1 was handed to the desktop").arg(address.left(60));
    if (QApplication::topLevelWidgets().isEmpty())
        report.faults << QStringLiteral("the window is gone");
}

} // namespace quarterdeck::hostile
