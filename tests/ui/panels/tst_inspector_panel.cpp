#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/inspector_panel.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>
#include <memory>

namespace tst_inspector_panel {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using wording::HeardAs;

namespace {

InspectorState exampleView()
{
    InspectorState view;
    view.isEmpty = false;
    view.title = QStringLiteral("Alice, 09:43");
    view.rule = QStringLiteral("Rule 4, ordinary");
    view.sentence = QStringLiteral("The leader is added.");
    view.roles = {{{"D", 5}, QStringLiteral("David"), HeardAs::NotTold, QStringLiteral("was not told")},
                  {{"M", 1}, QStringLiteral("Mike"), HeardAs::Acts, QStringLiteral("named, acts next")}};
    view.routeFacts = {{QStringLiteral("Event"), QStringLiteral("31 of 240"), false}};
    view.raw = QStringLiteral("{\n  \"text\": \"a\u202Eb\"\n}");
    view.usage = {{QStringLiteral("Model"), QStringLiteral("demo"), true}};
    view.trace = {{QStringLiteral("turn"), 0, {}, QStringLiteral("1.5 s"), {}, {}, false},
                  {QStringLiteral("tool"), 1, QStringLiteral("5 tok"), QStringLiteral("20 ms"),
                   QStringLiteral("it is down"), QStringLiteral("<b>more</b>"), true}};
    view.seen.facts = {{QStringLiteral("Tools"), QStringLiteral("end"), true}};
    view.seen.lines = {{{5},
                        QStringLiteral("Bob"),
                        2,
                        QStringLiteral("old"),
                        QStringLiteral("no room"),
                        QStringLiteral("full"),
                        false},
                       {{9}, QStringLiteral("You"), -1, QStringLiteral("Go & see"), QStringLiteral("3 tok"), {}, true}};
    view.seen.text = QStringLiteral("--- system");
    view.seen.json = QStringLiteral("{}");
    view.seen.isOffered = true;
    view.seen.isRead = true;
    return view;
}

} // namespace

class TestInspectorPanel final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void emptyPanel_saysWhatWillBeHere();
    void pages_areShownByTheirTabs();
    void route_listsWhoActsFirst();
    void highContrast_namesWhoActsInInk();
    void copiedText_isThePage_data();
    void copiedText_isThePage();
    void trace_isATree();
    void trace_isShownWhereThereIsOne();
    void prompt_listsWhatWasSeenAndWhatNot();
    void prompt_isShownWhereThereIsOne();
    void tabs_areNotCutOff_data();
    void tabs_areNotCutOff();
    void raw_showsHiddenCharacters();
    void sameView_keepsThePlace();
    void manyRoles_scroll();
    void longNames_useTheRoom();
    void textSize_isFollowed();
    void widgets_haveNames();

private:
    [[nodiscard]] QStackedWidget& pages() const
    {
        return *m_panel->findChild<QStackedWidget*>(QStringLiteral("inspectorPages"));
    }
    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<InspectorPanel> m_panel;
};

void TestInspectorPanel::init()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_panel = std::make_unique<InspectorPanel>(*m_theme);
    m_panel->resize(320, 300);
    m_panel->show();
}

void TestInspectorPanel::cleanup()
{
    m_panel.reset();
    m_theme.reset();
}

void TestInspectorPanel::emptyPanel_saysWhatWillBeHere()
{
    auto* empty = m_panel->findChild<QLabel*>(QStringLiteral("inspectorEmpty"));
    QVERIFY(empty->isVisible());
    QVERIFY(!pages().isVisible());
    QCOMPARE(m_panel->textToCopy(), QString());
    QSignalSpy titles(m_panel.get(), &InspectorPanel::titleChanged);
    m_panel->setView(exampleView());
    QVERIFY(!empty->isVisible());
    QCOMPARE(titles.size(), 1);
    QCOMPARE(titles[0][0].toString(), QStringLiteral("Alice, 09:43"));
    m_panel->setView({});
    QVERIFY(empty->isVisible());
    QCOMPARE(titles[1][0].toString(), QString());
}

void TestInspectorPanel::pages_areShownByTheirTabs()
{
    m_panel->setView(exampleView());
    for (int page = 0; page < 6; ++page) {
        auto* tab = m_panel->findChild<QToolButton*>(QStringLiteral("inspectorTab%1").arg(page));
        QTest::mouseClick(tab, Qt::LeftButton);
        QCOMPARE(pages().currentIndex(), page);
        QVERIFY(tab->isChecked());
    }
    m_panel->showPage(InspectorPanel::Page::Usage);
    QCOMPARE(pages().currentIndex(), 2);
    m_panel->setView(exampleView());
    QCOMPARE(pages().currentIndex(), 2); // the next message is shown on the same page
}

void TestInspectorPanel::route_listsWhoActsFirst()
{
    m_panel->setView(exampleView());
    QStringList lines;
    for (const QWidget* line : pages().widget(0)->findChildren<QWidget*>(QStringLiteral("inspectorRole")))
        lines.append(line->accessibleName());
    QCOMPARE(lines, (QStringList{QStringLiteral("Mike: named, acts next"), QStringLiteral("David: was not told")}));
    QCOMPARE(pages().widget(3)->findChildren<QWidget*>(QStringLiteral("inspectorRole")).size(), 1);
}

void TestInspectorPanel::highContrast_namesWhoActsInInk()
{
    m_panel->setView(exampleView());
    const auto colour = [this] {
        for (const QLabel* name : pages().widget(0)->findChildren<QLabel*>(QStringLiteral("inspectorRoleName")))
            if (name->text() == QLatin1String("Mike"))
                return name->palette().color(QPalette::WindowText);
        return QColor();
    };
    QCOMPARE(colour(), m_theme->theme().color(theme::roleColor(1, theme::RoleShade::Text)));
    m_theme->setHighContrast(true);
    QCOMPARE(colour(), m_theme->theme().color(theme::Color::Text1));
    m_theme->setHighContrast(false);
    QCOMPARE(colour(), m_theme->theme().color(theme::roleColor(1, theme::RoleShade::Text)));
}

void TestInspectorPanel::copiedText_isThePage_data()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<QString>("text");
    QTest::newRow("route") << 0
                           << QStringLiteral("Rule 4, ordinary\nThe leader is added.\nEvent: 31 of 240\n"
                                             "David: was not told\nMike: named, acts next");
    QTest::newRow("raw") << 1 << exampleView().raw; // as it is: a copy is data
    QTest::newRow("usage") << 2 << QStringLiteral("Model: demo");
    QTest::newRow("who saw it") << 3 << QStringLiteral("Mike: named, acts next");
    QTest::newRow("prompt") << 5 << QStringLiteral("--- system");
    QTest::newRow("trace") << 4 << QStringLiteral("turn · 1.5 s\n  tool · 20 ms · 5 tok · it is down");
}

void TestInspectorPanel::copiedText_isThePage()
{
    QFETCH(int, page);
    QFETCH(QString, text);
    m_panel->setView(exampleView());
    m_panel->showPage(static_cast<InspectorPanel::Page>(page));
    QCOMPARE(m_panel->textToCopy(), text);
}

void TestInspectorPanel::trace_isATree()
{
    InspectorState view = exampleView();
    view.traceLeftOut = 3;
    m_panel->setView(view);
    m_panel->showPage(InspectorPanel::Page::Trace);
    const auto lines = pages().widget(4)->findChildren<QWidget*>(QStringLiteral("inspectorStep"));
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0]->accessibleName(), QStringLiteral("turn, 1.5 s"));
    QCOMPARE(lines[1]->accessibleName(), QStringLiteral("tool, 20 ms, 5 tok, it is down"));
    QCOMPARE(lines[1]->toolTip(), QStringLiteral("&lt;b&gt;more&lt;/b&gt;"));
    const auto left = [&](int line) { return lines[line]->findChild<QLabel*>()->mapTo(m_panel.get(), QPoint()).x(); };
    QVERIFY(left(1) > left(0));
    const auto* more = m_panel->findChild<QLabel*>(QStringLiteral("inspectorTraceMore"));
    QVERIFY(more != nullptr && more->text().contains(QLatin1Char('3')));
}

void TestInspectorPanel::trace_isShownWhereThereIsOne()
{
    auto* tab = m_panel->findChild<QToolButton*>(QStringLiteral("inspectorTab4"));
    m_panel->setView(exampleView());
    QVERIFY(tab->isVisible());
    m_panel->showPage(InspectorPanel::Page::Trace);
    InspectorState without = exampleView();
    without.trace.clear();
    m_panel->setView(without);
    QVERIFY(!tab->isVisible());
    QCOMPARE(pages().currentIndex(), 0);
}

void TestInspectorPanel::prompt_listsWhatWasSeenAndWhatNot()
{
    m_panel->setView(exampleView());
    m_panel->showPage(InspectorPanel::Page::Prompt);
    const auto lines = pages().widget(5)->findChildren<QAbstractButton*>(QStringLiteral("inspectorSeen"));
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0]->accessibleName(), QStringLiteral("Bob, old, no room"));
    QCOMPARE(lines[1]->accessibleName(), QStringLiteral("You, Go & see, 3 tok"));
    QVERIFY(lines[1]->shortcut().isEmpty());
    QSignalSpy wanted(m_panel.get(), &InspectorPanel::messageRequested);
    QTest::mouseClick(lines[0], Qt::LeftButton);
    lines[1]->setFocus();
    QTest::keyClick(lines[1], Qt::Key_Space);
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(wanted[0][0].value<conversation::EventSeq>().value, 5);
    QCOMPARE(wanted[1][0].value<conversation::EventSeq>().value, 9);
    QSignalSpy copies(m_panel.get(), &InspectorPanel::copyWanted);
    QTest::mouseClick(m_panel->findChild<QAbstractButton*>(QStringLiteral("inspectorCopyJson")), Qt::LeftButton);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0][0].toString(), QStringLiteral("{}"));
}

void TestInspectorPanel::prompt_isShownWhereThereIsOne()
{
    auto* tab = m_panel->findChild<QToolButton*>(QStringLiteral("inspectorTab5"));
    m_panel->setView(exampleView());
    QVERIFY(tab->isVisible());
    m_panel->showPage(InspectorPanel::Page::Prompt);
    InspectorState without = exampleView();
    without.seen = {};
    m_panel->setView(without);
    QVERIFY(!tab->isVisible());
    QCOMPARE(pages().currentIndex(), 0);
}

void TestInspectorPanel::tabs_areNotCutOff_data()
{
    QTest::addColumn<double>("textScale");
    QTest::addColumn<int>("width");
    QTest::newRow("least width") << 1.0 << 280;
    QTest::newRow("large text") << 2.0 << 560;
}

void TestInspectorPanel::tabs_areNotCutOff()
{
    QFETCH(double, textScale);
    QFETCH(int, width);
    m_theme->setTextScale(textScale);
    m_panel->resize(width, 400);
    m_panel->setView(exampleView());
    QCoreApplication::processEvents();
    QRect before;
    for (int page = 0; page < 6; ++page) {
        const auto* tab = m_panel->findChild<QToolButton*>(QStringLiteral("inspectorTab%1").arg(page));
        const QRect place(tab->mapTo(m_panel.get(), QPoint(0, 0)), tab->size());
        QVERIFY2(place.right() <= width, qPrintable(tab->text()));
        QVERIFY2(tab->width() >= tab->sizeHint().width(), qPrintable(tab->text()));
        QVERIFY2(!place.intersects(before), qPrintable(tab->text()));
        before = place;
    }
    m_theme->setTextScale(1);
}

void TestInspectorPanel::raw_showsHiddenCharacters()
{
    m_panel->setView(exampleView());
    const auto* raw = m_panel->findChild<QPlainTextEdit*>(QStringLiteral("inspectorRaw"));
    QCOMPARE(raw->toPlainText(), QStringLiteral("{\n  \"text\": \"a[RLO]b\"\n}"));
    QVERIFY(raw->isReadOnly());
}

void TestInspectorPanel::sameView_keepsThePlace()
{
    InspectorState view = exampleView();
    view.raw = QStringLiteral("line\n").repeated(200);
    m_panel->setView(view);
    m_panel->showPage(InspectorPanel::Page::Raw);
    const auto* raw = m_panel->findChild<QPlainTextEdit*>(QStringLiteral("inspectorRaw"));
    raw->verticalScrollBar()->setValue(50);
    m_panel->setView(view);
    QCOMPARE(raw->verticalScrollBar()->value(), 50);
}

void TestInspectorPanel::longNames_useTheRoom()
{
    InspectorState view = exampleView();
    view.roles = {{{"M", 1}, QStringLiteral("Magentic-One Orchestrator"), HeardAs::Heard, QStringLiteral("heard it")},
                  {{"B", 2}, QStringLiteral("Bob"), HeardAs::Heard, QStringLiteral("heard it")}};
    view.trace.clear(); // its tab wants more room than that
    view.seen = {};
    m_panel->resize(420, 300);
    m_panel->setView(view);
    const auto names = [this] { return m_panel->findChildren<QLabel*>(QStringLiteral("inspectorRoleName")); };
    const int needed = names().at(0)->sizeHint().width();
    QVERIFY(needed > 110);
    for (const QLabel* name : names())
        QCOMPARE(name->maximumWidth(), names().at(0)->maximumWidth());
    QVERIFY2(names().at(0)->maximumWidth() >= needed, qPrintable(QString::number(names().at(0)->maximumWidth())));
    m_panel->resize(240, 300);
    QCOMPARE(names().at(0)->maximumWidth(), 110); // the rest is for what is said of them
}

void TestInspectorPanel::manyRoles_scroll()
{
    InspectorState view = exampleView();
    for (int i = 0; i < 40; ++i)
        view.roles.push_back(
            {{"A", 1}, QStringLiteral("Agent with a very long name %1").arg(i), HeardAs::Heard, "heard it"});
    m_panel->setView(view);
    QCoreApplication::processEvents();
    const auto* page = static_cast<QScrollArea*>(pages().widget(0));
    QVERIFY(page->verticalScrollBar()->maximum() > 0);
    QVERIFY(page->widget()->width() <= page->viewport()->width()); // nothing pushes the dock wider
    QVERIFY(m_panel->minimumSizeHint().width() <= 280);
}

void TestInspectorPanel::textSize_isFollowed()
{
    m_panel->setView(exampleView());
    m_theme->setTextScale(2.0);
    QCoreApplication::processEvents();
    const auto* line = pages().widget(0)->findChild<QWidget*>(QStringLiteral("inspectorRole"));
    QVERIFY(line->height() >= 54);
    QCOMPARE(m_panel->findChild<QToolButton*>(QStringLiteral("inspectorTab0"))->height(), 48);
}

void TestInspectorPanel::widgets_haveNames()
{
    m_panel->setView(exampleView());
    QCOMPARE(test::namelessWidgets(*m_panel), QString());
    QVERIFY(!m_panel->accessibleName().isEmpty());
}

} // namespace tst_inspector_panel

QUARTERDECK_WIDGETS_TEST(tst_inspector_panel, TestInspectorPanel)
#include "tst_inspector_panel.moc"
