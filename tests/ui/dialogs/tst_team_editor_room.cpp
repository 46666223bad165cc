#include "tests/support/widgets_test.h"
#include "ui/dialogs/team_editor_dialog.h"
#include "ui/theme/theme.h"

#include <QListWidget>
#include <QScrollArea>
#include <QTest>

namespace tst_team_editor_room {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using team::TeamDefinition;

/// As small as the editor can be made nothing of a form is cut off at its side.
class TestTeamEditorRoom final : public QObject
{
    Q_OBJECT

private slots:
    void formsAreWhole_data();
    void formsAreWhole();
};

namespace {

std::vector<TeamDefinition> templates() { return {team::teamTemplate(team::teamTemplateIds().front(), "en").value()}; }

QScrollArea* shownArea(const QWidget& dialog)
{
    for (QScrollArea* area : dialog.findChildren<QScrollArea*>())
        if (area->isVisible() && area->objectName().endsWith(QStringLiteral("Area")))
            return area;
    return nullptr;
}

/// Names of what reaches beyond the right edge.
QStringList cutOffIn(const QScrollArea& area)
{
    QStringList cut;
    for (const QWidget* one : area.widget()->findChildren<QWidget*>()) {
        const int right = one->mapTo(area.viewport(), QPoint(one->width(), 0)).x();
        if (one->isVisible() && one->parentWidget()->layout() != nullptr && right > area.viewport()->width())
            cut << QStringLiteral("%1 by %2").arg(one->objectName()).arg(right - area.viewport()->width());
    }
    return cut;
}

} // namespace

void TestTeamEditorRoom::formsAreWhole_data()
{
    QTest::addColumn<double>("scale");
    QTest::newRow("usual texts") << 1.0;
    QTest::newRow("large texts") << 1.6;
}

void TestTeamEditorRoom::formsAreWhole()
{
    QFETCH(double, scale);
    theme::ThemeController theme(*qApp);
    theme.setTextScale(scale);
    TeamEditorDialog dialog(theme, &templates);
    TeamDefinition full = templates().front();
    full.parameters = {{"language", "English"}};
    full.resultFilters = {{"*", {"size"}}};
    dialog.setTeams({{QStringLiteral("kept"), full, full}});
    dialog.setConnections({{QStringLiteral("ollama"), QStringLiteral("Ollama"), {QStringLiteral("qwen")}}});
    dialog.show();
    auto* parts = dialog.findChild<QListWidget*>(QStringLiteral("teamEditor.parts"));
    for (int row = 0; row < parts->count(); ++row) {
        parts->setCurrentRow(row);
        QCoreApplication::processEvents();
        dialog.resize(1, 1);
        QCoreApplication::processEvents();
        const QScrollArea* area = shownArea(dialog);
        QVERIFY(area != nullptr);
        const QStringList cut = cutOffIn(*area);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(", "))));
    }
}

} // namespace tst_team_editor_room

QUARTERDECK_WIDGETS_TEST(tst_team_editor_room, TestTeamEditorRoom)
#include "tst_team_editor_room.moc"
