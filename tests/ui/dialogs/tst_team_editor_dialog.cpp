#include "tests/support/accessibility.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/team_editor_dialog.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_team_editor_dialog {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using team::RoleDefinition;
using team::TeamDefinition;
using team::ToolPolicy;

namespace {

std::vector<TeamDefinition> templates()
{
    std::vector<TeamDefinition> teams;
    for (const std::string& id : team::teamTemplateIds())
        teams.push_back(team::teamTemplate(id, "en").value());
    return teams;
}

/// With something in every place that the forms show, and in those that they do not.
TeamDefinition fullTeam()
{
    TeamDefinition team = templates().front();
    team.name = "Full";
    team.filters = {"broadcast", "priority"};
    team.addressNote = conversation::AddressNote::JsonLine;
    team.parameters = {{"language", "English\nand French"}, {"tone", "dry"}};
    team.model = {"elsewhere", "large"};
    team.models[team::model_action::summarise] = {"elsewhere", "small"};
    team.budget = 1.234;
    team.rounds = 20'000;
    team.isPublic = false;
    team.promptTokens = 64'000;
    team.promptMessages = 40;
    team.overflow = team::Overflow::Summarise;
    team.maxCalls = 7;
    team.retries = 0;
    team.resultFilters = {{"*", {"size", "yaml_blocks"}}, {"read_file", {}}};
    RoleDefinition& bob = team.roles[2];
    bob.watch = {"Alice", "Mike", "a cause, with a comma"};
    bob.addresses = {conversation::Address("Robert")};
    bob.model = {"ollama", "qwen"};
    bob.models[team::model_action::summarise] = {"ollama", "tiny"};
    bob.tools = {{"ask_human", ToolPolicy::Deny}, {"append_task", ToolPolicy::Deny}};
    return team;
}

} // namespace

/// The person's own teams, from a template to a definition that is kept.
class TestTeamEditorDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_dialog.reset(); }
    void templates_areOffered();
    void lookingAtAll_changesNothing();
    void whatIsTyped_isInTheTeam();
    void role_isEdited();
    void role_isLeftToAProgram();
    void parameters_comeAndGo();
    void resultFilters_areChosenPerTool();
    void roles_comeGoAndMove();
    void name_isFollowedByThoseWhoWatch();
    void whatIsWrong_isSaidInPlace_data();
    void whatIsWrong_isSaidInPlace();
    void anotherTeamsFault_namesIt();
    void copyAndDelete();
    void leaving_isAskedOnce();
    void failure_isSaid();
    void withoutTeams_itIsSaidHowToBegin();
    void everything_isReachableAndNamed();
    void anotherLanguage_changesNothing();

private:
    template <typename Widget>
    [[nodiscard]] Widget& find(const char* name) const
    {
        return *m_dialog->findChild<Widget*>(QStringLiteral("teamEditor.") + QString::fromLatin1(name));
    }
    void click(const char* name) const { QTest::mouseClick(&find<QAbstractButton>(name), Qt::LeftButton); }
    void show(const TeamDefinition& team) const { m_dialog->setTeams({{QStringLiteral("kept"), team, team}}); }
    void choosePart(int row) const { find<QListWidget>("parts").setCurrentRow(row); }
    [[nodiscard]] const TeamDefinition& team(std::size_t index = 0) const { return m_dialog->teams().at(index).team; }
    [[nodiscard]] QString state() const { return find<QLabel>("state").text(); }
    [[nodiscard]] bool canSave() const { return find<QPushButton>("save").isEnabled(); }

    theme::ThemeController m_theme{*qApp};
    std::unique_ptr<TeamEditorDialog> m_dialog;
};

void TestTeamEditorDialog::init()
{
    m_dialog = std::make_unique<TeamEditorDialog>(m_theme, &templates);
    m_dialog->setConnections(
        {{QStringLiteral("ollama"), QStringLiteral("Ollama"), {QStringLiteral("qwen"), QStringLiteral("llama")}},
         {QStringLiteral("other"), QStringLiteral("Other"), {}}});
    m_dialog->show();
}

void TestTeamEditorDialog::templates_areOffered()
{
    const auto actions = find<QMenu>("templates").actions();
    for (std::size_t i = 0; i < templates().size(); ++i) {
        actions.at(static_cast<qsizetype>(i))->trigger();
        QVERIFY(team(i) == templates()[i]);
        QVERIFY(m_dialog->teams()[i].id.isEmpty());
    }
    QVERIFY(canSave());
    actions.front()->trigger();
    QCOMPARE(team(templates().size()).name, std::string("Software company 2"));
    QSignalSpy wanted(m_dialog.get(), &TeamEditorDialog::importRequested);
    actions.back()->trigger();
    QCOMPARE(wanted.size(), 1);
}

void TestTeamEditorDialog::lookingAtAll_changesNothing()
{
    show(fullTeam());
    for (int row = 0; row < find<QListWidget>("parts").count(); ++row)
        choosePart(row);
    choosePart(0);
    QVERIFY(!m_dialog->hasChanges());
    QVERIFY(!canSave());
    // One letter more and less: whatever no field shows, or only in part, comes back as it was.
    for (int row = 0; row < find<QListWidget>("parts").count(); ++row) {
        choosePart(row);
        auto& field = row == 0 ? find<QLineEdit>("name") : find<QLineEdit>("roleProfile");
        field.setText(field.text() + u'x');
        QVERIFY(m_dialog->hasChanges());
        field.setText(field.text().chopped(1));
    }
    QVERIFY(team() == fullTeam());
    QVERIFY(!m_dialog->hasChanges());
}

void TestTeamEditorDialog::whatIsTyped_isInTheTeam()
{
    show(templates().front());
    find<QLineEdit>("name").setText(QStringLiteral(" Mine "));
    find<QPlainTextEdit>("description").setPlainText(QStringLiteral("It is mine."));
    find<QLineEdit>("budget").setText(QString());
    find<QLineEdit>("rounds").setText(QStringLiteral("12"));
    find<QSpinBox>("calls").setValue(5);
    find<QSpinBox>("retries").setValue(1);
    find<QSpinBox>("tokens").setValue(9'000);
    QCOMPARE(find<QSpinBox>("messages").text(), QStringLiteral("any number"));
    find<QSpinBox>("messages").setValue(30);
    find<QAbstractButton>("public").click();
    find<QAbstractButton>("filter.priority").click();
    find<QComboBox>("overflow").setCurrentIndex(1);
    find<QComboBox>("teamModel.connection").setCurrentIndex(1);
    find<QComboBox>("teamModel.model").setEditText(QStringLiteral("llama"));
    QCOMPARE(team().name, std::string("Mine"));
    QCOMPARE(find<QComboBox>("choice").currentText(), QStringLiteral("Mine"));
    QCOMPARE(team().description, std::string("It is mine."));
    QVERIFY(!team().budget);
    QCOMPARE(team().rounds, 12);
    QCOMPARE(team().maxCalls, 5);
    QCOMPARE(team().retries, 1);
    QCOMPARE(team().promptTokens, std::int64_t{9'000});
    QCOMPARE(team().promptMessages, 30);
    QVERIFY(!team().isPublic);
    QCOMPARE(team().filters, std::vector<std::string>{"priority"});
    QVERIFY(team().overflow == team::Overflow::Summarise);
    QVERIFY((team().model == team::ModelChoice{"ollama", "llama"}));
    find<QComboBox>("teamModel.connection").setCurrentIndex(0);
    QVERIFY(team().model == team::ModelChoice());
    QVERIFY(canSave());
    QSignalSpy wanted(m_dialog.get(), &TeamEditorDialog::saveRequested);
    click("save");
    QCOMPARE(wanted.size(), 1);
}

void TestTeamEditorDialog::role_isEdited()
{
    TeamDefinition company = templates().front();
    company.roles[1].tools.clear();
    show(company);
    choosePart(2); // Alice
    find<QLineEdit>("roleProfile").setText(QStringLiteral("Owner"));
    find<QPlainTextEdit>("roleGoal").setPlainText(QStringLiteral("Own it."));
    find<QPlainTextEdit>("roleConstraints").setPlainText(QStringLiteral("Be kind."));
    find<QLineEdit>("roleWatch").setText(QStringLiteral("Bob,  Mike") + QChar(0xFF0C) + QStringLiteral("Bob"));
    find<QLineEdit>("roleAddresses").setText(QStringLiteral("Al"));
    find<QComboBox>("roleModel.model").setEditText(QStringLiteral("small"));
    find<QComboBox>("roleSummaries.connection").setCurrentIndex(1);
    find<QComboBox>("tool.ask_human").setCurrentIndex(1);
    const RoleDefinition& alice = team().roles[1];
    QCOMPARE(alice.profile, std::string("Owner"));
    QCOMPARE(alice.goal, std::string("Own it."));
    QCOMPARE(alice.constraints, std::string("Be kind."));
    QVERIFY((alice.watch == std::set<std::string>{"Bob", "Mike"}));
    QVERIFY(alice.addresses == conversation::AddressSet{conversation::Address("Al")});
    QVERIFY((alice.model == team::ModelChoice{{}, "small"}));
    QCOMPARE(alice.models.at(team::model_action::summarise).connection, std::string("ollama"));
    QVERIFY((alice.tools == std::map<std::string, ToolPolicy>{{"ask_human", ToolPolicy::Deny}}));
    find<QComboBox>("tool.ask_human").setCurrentIndex(0);
    QVERIFY(team().roles[1].tools.empty()); // allowed without saying so
    auto& write = find<QComboBox>("tool.write_file");
    QCOMPARE(write.currentText(), QStringLiteral("denied")); // what changes files is not had without saying so
    write.setCurrentIndex(1);
    QVERIFY((team().roles[1].tools == std::map<std::string, ToolPolicy>{{"write_file", ToolPolicy::Ask}}));
    write.setCurrentIndex(2);
    QCOMPARE(team().roles[1].tools.at("write_file"), ToolPolicy::Allow);
    write.setCurrentIndex(0);
    QVERIFY(team().roles[1].tools.empty());
    QVERIFY(m_dialog->findChild<QComboBox*>(QStringLiteral("teamEditor.tool.publish_team_message")) == nullptr);
    choosePart(1); // the leader has more of them
    QVERIFY(m_dialog->findChild<QComboBox*>(QStringLiteral("teamEditor.tool.publish_team_message")) != nullptr);
}

void TestTeamEditorDialog::role_isLeftToAProgram()
{
    show(templates().front());
    choosePart(2); // Alice
    auto& box = find<QCheckBox>("roleRemote");
    auto& model = find<QComboBox>("roleModel.model");
    QVERIFY(!box.isChecked() && model.isVisible());
    box.click();
    QVERIFY(team().roles[1].isRemote && !team().roles[0].isRemote);
    QVERIFY(!model.isVisible()); // a program brings its own
    QVERIFY(canSave());
    choosePart(1);
    QVERIFY(!box.isChecked() && model.isVisible());
    choosePart(2);
    QVERIFY(box.isChecked() && !model.isVisible());
    box.click();
    QVERIFY(team() == templates().front());
}

void TestTeamEditorDialog::parameters_comeAndGo()
{
    show(fullTeam());
    click("addParameter");
    auto names = m_dialog->findChildren<QLineEdit*>(QStringLiteral("teamEditor.parameterName"));
    auto texts = m_dialog->findChildren<QPlainTextEdit*>(QStringLiteral("teamEditor.parameterText"));
    QCOMPARE(names.size(), 3);
    QCOMPARE(texts.at(0)->toPlainText(), QStringLiteral("English\nand French"));
    texts.at(2)->setPlainText(QStringLiteral("Ada"));
    QVERIFY(!canSave()); // it has no name
    QVERIFY(state().contains(QStringLiteral("no name")));
    names.at(2)->setText(QStringLiteral("tone"));
    QVERIFY(state().contains(QStringLiteral("tone")));
    names.at(2)->setText(QStringLiteral("customer"));
    QCOMPARE(team().parameters.at("customer"), std::string("Ada"));
    QVERIFY(canSave());
    click("removeParameter"); // the first
    QVERIFY(!team().parameters.contains("language"));
    QCOMPARE(team().parameters.size(), std::size_t{2});
}

void TestTeamEditorDialog::resultFilters_areChosenPerTool()
{
    using Names = std::vector<std::string>;
    TeamDefinition plain = templates().front();
    plain.resultFilters.clear();
    show(plain);
    auto& tool = find<QComboBox>("resultFilterTool");
    auto& own = find<QCheckBox>("ownResultFilters");
    auto& size = find<QCheckBox>("resultFilter.size");
    auto& yaml = find<QCheckBox>("resultFilter.yaml_blocks");
    QVERIFY(size.isChecked() && !yaml.isChecked()); // what holds without a choice
    QVERIFY(!own.isVisibleTo(own.parentWidget()));
    yaml.click();
    QVERIFY(team().resultFilters
            == (std::map<std::string, Names>{{"*", {"control_characters", "size", "yaml_blocks"}}}));
    const int readFile = tool.findText(QStringLiteral("read_file"));
    QVERIFY(readFile > 0 && tool.findText(QStringLiteral("append_task")) > 0);
    tool.setCurrentIndex(readFile);
    QVERIFY(yaml.isChecked() && !yaml.isEnabled() && !own.isChecked()); // as every other one
    QCOMPARE(team().resultFilters.size(), std::size_t(1));
    own.click();
    size.click();
    QVERIFY(tool.currentText() != QStringLiteral("read_file")); // it is marked
    QVERIFY(team().resultFilters.at("read_file") == (Names{"control_characters", "yaml_blocks"}));
    QVERIFY(team().resultFilters.at("*").size() == 3);
    // As a file that somebody else imports.
    const TeamDefinition shared = team::teamFromText(team::jsonOf(team()).dump()).value();
    QVERIFY(shared.resultFilters == team().resultFilters);
    show(shared);
    QCOMPARE(tool.currentIndex(), 0);
    tool.setCurrentIndex(readFile);
    QVERIFY(own.isChecked() && !size.isChecked() && yaml.isChecked());
    own.click();
    QVERIFY(size.isChecked() && !size.isEnabled());
    QVERIFY(!team().resultFilters.contains("read_file"));
}

void TestTeamEditorDialog::roles_comeGoAndMove()
{
    show(fullTeam());
    click("addRole");
    click("addRole");
    QCOMPARE(team().roles.size(), std::size_t{7});
    QVERIFY(team().roles[5].name != team().roles[6].name);
    QVERIFY(canSave());
    click("up");
    click("up");
    QCOMPARE(find<QListWidget>("parts").currentRow(), 5);
    QCOMPARE(team().roles[6].name.str(), std::string("New member"));
    click("removeRole");
    choosePart(2);
    click("removeRole"); // Alice, whom Bob watched
    QVERIFY(!team().roles[1].watch.contains("Alice"));
    QVERIFY(team().roles[1].watch.contains("a cause, with a comma"));
    choosePart(0);
    QVERIFY(!find<QAbstractButton>("removeRole").isEnabled());
    QVERIFY(!find<QAbstractButton>("up").isEnabled());
    choosePart(1);
    QVERIFY(!find<QAbstractButton>("up").isEnabled());
    choosePart(find<QListWidget>("parts").count() - 1);
    QVERIFY(!find<QAbstractButton>("down").isEnabled());
}

void TestTeamEditorDialog::name_isFollowedByThoseWhoWatch()
{
    show(fullTeam());
    choosePart(2);
    auto& name = find<QLineEdit>("roleName");
    name.setFocus();
    name.selectAll();
    QTest::keyClicks(&name, QStringLiteral("Bo")); // on the way to be somebody else
    QTest::keyClicks(&name, QStringLiteral("nnie"));
    QTest::keyClick(&name, Qt::Key_Return);
    QVERIFY(m_dialog->isVisible());
    QCOMPARE(team().roles[1].name.str(), std::string("Bonnie"));
    QVERIFY((team().roles[2].watch == std::set<std::string>{"Bonnie", "Mike", "a cause, with a comma"}));
    for (const char* next : {"Mike", "Ann"}) { // takes another's name by mistake: nobody's watch is confused by that
        name.setText(QString::fromLatin1(next));
        QTest::keyClick(&name, Qt::Key_Return);
        QVERIFY(team().roles[2].watch.contains("Bonnie") && team().roles[2].watch.contains("Mike"));
    }
}

void TestTeamEditorDialog::whatIsWrong_isSaidInPlace_data()
{
    QTest::addColumn<int>("part");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("no name") << 0 << "name"
                             << "  "
                             << "$.name: empty";
    QTest::newRow("no amount") << 0 << "budget"
                               << "much"
                               << "budget in dollars";
    QTest::newRow("no rounds") << 0 << "rounds"
                               << "-1"
                               << "up to 10,000";
    QTest::newRow("nameless") << 3 << "roleName"
                              << ""
                              << "$.roles[2].name: empty";
    QTest::newRow("twins") << 5 << "roleName"
                           << "Alice"
                           << "in the team already";
    QTest::newRow("routing's word") << 3 << "roleName"
                                    << "<all>"
                                    << "a word of the routing";
    QTest::newRow("vain") << 3 << "roleWatch"
                          << "Bob"
                          << "cannot watch itself";
    QTest::newRow("endless") << 3 << "roleProfile" << QString(101, u'x') << "longer than 100 bytes";
}

void TestTeamEditorDialog::whatIsWrong_isSaidInPlace()
{
    QFETCH(int, part);
    QFETCH(QString, field);
    QFETCH(QString, text);
    QFETCH(QString, says);
    show(fullTeam());
    choosePart(part);
    auto& edit = find<QLineEdit>(field.toLatin1().constData());
    const QString before = edit.text();
    edit.setText(text);
    QVERIFY2(state().contains(says), qPrintable(state()));
    QVERIFY(!canSave());
    auto& parts = find<QListWidget>("parts");
    for (int row = 0; row < parts.count(); ++row)
        QCOMPARE(parts.item(row)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("has a problem")),
                 row == part);
    edit.setText(before);
    QVERIFY2(state().isEmpty(), qPrintable(state()));
}

void TestTeamEditorDialog::anotherTeamsFault_namesIt()
{
    TeamDefinition other = templates()[3];
    m_dialog->setTeams({{QStringLiteral("a"), fullTeam(), fullTeam()}, {QStringLiteral("b"), other, other}});
    find<QLineEdit>("rounds").setText(QStringLiteral("3"));
    QVERIFY(canSave());
    find<QLineEdit>("name").setText(QString::fromStdString(other.name));
    QVERIFY(state().contains(QStringLiteral("Two teams are called")));
    QVERIFY(!canSave());
    find<QLineEdit>("name").setText(QStringLiteral("Full"));
    choosePart(2);
    find<QLineEdit>("roleName").setText(QString());
    m_dialog->choose(QStringLiteral("b"));
    QVERIFY2(state().startsWith(QStringLiteral("Full: ")), qPrintable(state()));
    QVERIFY(find<QPushButton>("export").isEnabled()); // nothing is wrong with this one
}

void TestTeamEditorDialog::copyAndDelete()
{
    show(fullTeam());
    click("copy");
    QCOMPARE(m_dialog->teams().size(), std::size_t{2});
    QCOMPARE(team(1).name, std::string("Full 2"));
    QVERIFY(team(1).roles == team(0).roles);
    QSignalSpy wanted(m_dialog.get(), &TeamEditorDialog::exportRequested);
    click("export");
    QVERIFY(wanted.front().front().value<TeamDefinition>() == team(1));
    click("remove");
    QVERIFY(m_dialog->removed().isEmpty()); // it was kept nowhere
    QVERIFY(!m_dialog->hasChanges());
    click("remove");
    QCOMPARE(m_dialog->removed(), QStringList{QStringLiteral("kept")});
    QVERIFY(m_dialog->teams().empty());
    QVERIFY(canSave());
}

void TestTeamEditorDialog::leaving_isAskedOnce()
{
    show(fullTeam());
    find<QLineEdit>("name").setText(QStringLiteral("Other"));
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    QVERIFY(m_dialog->isVisible());
    QVERIFY(state().contains(QStringLiteral("not saved")));
    find<QLineEdit>("name").setText(QStringLiteral("Others")); // goes on with it
    QVERIFY(state().isEmpty());
    m_dialog->close();
    QVERIFY(m_dialog->isVisible());
    click("cancel");
    QVERIFY(!m_dialog->isVisible());
    show(fullTeam());
    m_dialog->show();
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    QVERIFY(!m_dialog->isVisible());
}

void TestTeamEditorDialog::failure_isSaid()
{
    show(fullTeam());
    find<QLineEdit>("name").setText(QStringLiteral("Other"));
    m_dialog->setFailure(QStringLiteral("The disk is full."));
    QCOMPARE(state(), QStringLiteral("The disk is full."));
    QVERIFY(canSave()); // once more
    click("save");
    QVERIFY(state().isEmpty());
    m_dialog->setKept(0, QStringLiteral("kept"), team());
    QVERIFY(!m_dialog->hasChanges());
}

void TestTeamEditorDialog::withoutTeams_itIsSaidHowToBegin()
{
    m_dialog->setTeams({});
    QVERIFY(find<QLabel>("empty").isVisible());
    QVERIFY(!find<QListWidget>("parts").isVisible());
    QVERIFY(!find<QPushButton>("copy").isEnabled());
    m_dialog->add(fullTeam());
    QVERIFY(!find<QLabel>("empty").isVisible());
    QCOMPARE(m_dialog->focusWidget(), &find<QLineEdit>("name"));
}

void TestTeamEditorDialog::everything_isReachableAndNamed()
{
    show(fullTeam());
    for (const int row : {0, 1, 3}) {
        choosePart(row);
        QCOMPARE(accessibilityOffenders(*m_dialog).join(u'\n'), QString());
        QCOMPARE(test::namelessWidgets(*m_dialog), QString());
    }
}

void TestTeamEditorDialog::anotherLanguage_changesNothing()
{
    show(fullTeam());
    choosePart(3);
    for (QWidget* widget : m_dialog->findChildren<QWidget*>()) {
        QEvent change(QEvent::LanguageChange);
        QApplication::sendEvent(widget, &change);
    }
    QEvent change(QEvent::LanguageChange);
    QApplication::sendEvent(m_dialog.get(), &change);
    QVERIFY(team() == fullTeam());
    QVERIFY(!m_dialog->hasChanges());
    QCOMPARE(find<QListWidget>("parts").currentRow(), 3);
}

} // namespace tst_team_editor_dialog

QUARTERDECK_WIDGETS_TEST(tst_team_editor_dialog, TestTeamEditorDialog)
#include "tst_team_editor_dialog.moc"
