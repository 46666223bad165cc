#include "tests/support/accessibility.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/new_session_dialog.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_new_session_dialog {

using namespace quarterdeck;
using ui::NewSessionDialog;
using ui::view::ConnectionRow;
using ui::view::FolderFinding;
using ui::view::NewSessionChoice;
using ui::view::TeamRow;

namespace {

QList<TeamRow> teams()
{
    return {{QStringLiteral("company"),
             QStringLiteral("Software company"),
             QStringLiteral("They build."),
             {{QStringLiteral("Mike"), QStringLiteral("Team Leader"), true},
              {QStringLiteral("Alice"), QStringLiteral("Product Manager"), false}}},
            {QStringLiteral("one"), QStringLiteral("One agent"), QStringLiteral("It works alone."), {}, 1.0, 0}};
}

QList<ConnectionRow> connections()
{
    return {{QStringLiteral("ollama"), QStringLiteral("Ollama"), {QStringLiteral("qwen"), QStringLiteral("llama")}},
            {QStringLiteral("other"), QStringLiteral("Other"), {}}};
}

} // namespace

/// What a person decides on before a team starts.
class TestNewSessionDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatIsMissing_isSaid();
    void unknownPrice_isSaidBesideTheBudget();
    void choice_isWhatWasEntered();
    void numbers_data();
    void numbers();
    void team_isShown();
    void largeText_fitsOnTheScreen();
    void usualText_needsNoScrolling();
    void itsNumbers_areProposed();
    void models_followTheServer();
    void newServers_keepTheChoice();
    void newTeams_keepTheChoice();
    void theTeamsOwnModel_isProposed();
    void folder_isChosen();
    void folder_ofLastTimeIsOffered();
    void folder_thatCannotBe_isTold();
    void folder_thatWentAway_startsNothing();
    void archive_isForRepositories();
    void continued_needsNoTask();
    void everything_hasAName();

private:
    template <typename Widget>
    [[nodiscard]] Widget& part(const char* name) const
    {
        return *m_dialog->findChild<Widget*>(QStringLiteral("newSession.") + QString::fromLatin1(name));
    }
    [[nodiscard]] QString state() const { return part<QLabel>("state").text(); }
    [[nodiscard]] bool canStart() const { return part<QPushButton>("start").isEnabled(); }
    void type(const QString& idea) const { QTest::keyClicks(&part<QPlainTextEdit>("idea"), idea); }
    [[nodiscard]] bool shows(const QString& text) const
    {
        const auto labels = m_dialog->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == text; });
    }

    /// As the program would: one is a repository, one is the person's home, one may go away.
    [[nodiscard]] FolderFinding lookedAt(const QString& path) const
    {
        if (path == m_folder.filePath(QStringLiteral("home")) || path == m_gone)
            return {path, false, QStringLiteral("Not there, please.")};
        return {path, path.endsWith(QStringLiteral("/repository")), {}};
    }
    /// By the chooser, as a person does it.
    void chooseFolder(const QString& name)
    {
        QVERIFY(QDir(m_folder.path()).mkpath(name));
        QTest::mouseClick(&part<QPushButton>("chooseFolder"), Qt::LeftButton);
        auto* chooser = m_dialog->findChild<QFileDialog*>();
        QVERIFY(chooser != nullptr && chooser->isVisible());
        chooser->selectFile(m_folder.filePath(name));
        chooser->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    QTemporaryDir m_folder;
    QString m_gone;
    ui::theme::ThemeController m_theme{*qApp};
    std::unique_ptr<NewSessionDialog> m_dialog;
};

void TestNewSessionDialog::init()
{
    m_gone.clear();
    m_dialog = std::make_unique<NewSessionDialog>(m_theme, &teams);
    m_dialog->setFolderCheck([this](const QString& path) { return lookedAt(path); });
    m_dialog->setConnections(connections(), QStringLiteral("ollama"), QStringLiteral("llama"));
    m_dialog->show();
}

void TestNewSessionDialog::whatIsMissing_isSaid()
{
    QVERIFY(!canStart());
    QVERIFY(state().contains(QStringLiteral("what the team should do")));
    type(QStringLiteral("Write a game"));
    QVERIFY(canStart());
    QCOMPARE(state(), QString());
    m_dialog->setTaskCheck([](const QString& team, const QString& task) {
        return task.startsWith(u'@') ? team + QStringLiteral(" knows no ") + task : QString();
    });
    QVERIFY(canStart());
    auto& task = part<QPlainTextEdit>("idea");
    task.setPlainText(QStringLiteral(" @Zoe Write a game"));
    QVERIFY(!canStart());
    QVERIFY2(state().endsWith(QStringLiteral(" knows no @Zoe Write a game")), qPrintable(state()));
    task.setPlainText(QStringLiteral("Write a game"));
    part<QComboBox>("model").setEditText(QStringLiteral("  "));
    QVERIFY(!canStart());
    QVERIFY(state().contains(QStringLiteral("model")));
    m_dialog->setConnections({}, {}, {});
    QVERIFY(!canStart());
    QVERIFY(state().contains(QStringLiteral("Add a model")));
    QSignalSpy wanted(m_dialog.get(), &NewSessionDialog::connectionsRequested);
    QTest::mouseClick(&part<QPushButton>("connections"), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
}

void TestNewSessionDialog::unknownPrice_isSaidBesideTheBudget()
{
    const auto& note = part<QLabel>("noPrice");
    QVERIFY(note.text().isEmpty()); // nobody can say
    QStringList priced{QStringLiteral("llama")};
    m_dialog->setPriceCheck([&](const QString& model) { return priced.contains(model); });
    QVERIFY(note.text().isEmpty());
    part<QComboBox>("model").setEditText(QStringLiteral("qwen"));
    QVERIFY(note.text().contains(QStringLiteral("No price is known")));
    QVERIFY(note.isVisible() && note.geometry().left() > part<QLineEdit>("rounds").geometry().right());
    priced.append(QStringLiteral("qwen"));
    m_dialog->refreshPrices(); // the person gave it one
    QVERIFY(note.text().isEmpty());
    part<QComboBox>("model").setEditText(QString());
    QVERIFY(note.text().isEmpty());
}

void TestNewSessionDialog::choice_isWhatWasEntered()
{
    QSignalSpy started(m_dialog.get(), &NewSessionDialog::startChosen);
    part<QListWidget>("teams").setCurrentRow(1);
    type(QStringLiteral(" Write a game "));
    QTest::keyClick(part<QLineEdit>("rounds").window(), Qt::Key_Escape); // closes, starts nothing
    QCOMPARE(started.count(), 0);
    m_dialog->show();
    part<QLineEdit>("rounds").setText(QStringLiteral("8"));
    part<QAbstractButton>("public").click();
    QTest::mouseClick(&part<QPushButton>("start"), Qt::LeftButton);
    QCOMPARE(started.count(), 1);
    const NewSessionChoice expected{QStringLiteral("one"),
                                    QStringLiteral("ollama"),
                                    QStringLiteral("llama"),
                                    QStringLiteral("Write a game"),
                                    1.0,
                                    8,
                                    false,
                                    {},
                                    false};
    QVERIFY(started.first().first().value<NewSessionChoice>() == expected);
    QVERIFY(!m_dialog->isVisible());
}

void TestNewSessionDialog::numbers_data()
{
    QTest::addColumn<QString>("budget");
    QTest::addColumn<QString>("rounds");
    QTest::addColumn<bool>("isRight");
    QTest::addColumn<double>("amount"); // below 0 = no limit
    QTest::addRow("usual") << "2.50"
                           << "5" << true << 2.5;
    QTest::addRow("with its sign") << "$ 4"
                                   << "5" << true << 4.0;
    QTest::addRow("no limit") << " "
                              << "" << true << -1.0;
    QTest::addRow("words") << "much"
                           << "5" << false << 0.0;
    QTest::addRow("nothing") << "0"
                             << "5" << false << 0.0;
    QTest::addRow("debts") << "-1"
                           << "5" << false << 0.0;
    QTest::addRow("endless") << "inf"
                             << "5" << false << 0.0;
    QTest::addRow("half a round") << "3"
                                  << "2.5" << false << 0.0;
    QTest::addRow("fewer than none") << "3"
                                     << "-2" << false << 0.0;
    QTest::addRow("too many") << "3"
                              << "99999" << false << 0.0;
}

void TestNewSessionDialog::numbers()
{
    QFETCH(QString, budget);
    QFETCH(QString, rounds);
    QFETCH(bool, isRight);
    QFETCH(double, amount);
    type(QStringLiteral("Write"));
    part<QLineEdit>("budget").setText(budget);
    part<QLineEdit>("rounds").setText(rounds);
    QCOMPARE(canStart(), isRight);
    QCOMPARE(state().isEmpty(), isRight);
    const auto choice = m_dialog->choice();
    QCOMPARE(choice.has_value(), isRight);
    if (choice) {
        QCOMPARE(choice->budget.value_or(-1), amount);
        QCOMPARE(choice->rounds, rounds.toInt());
    }
}

void TestNewSessionDialog::usualText_needsNoScrolling()
{
    const auto* area = m_dialog->findChild<QScrollArea*>(QStringLiteral("newSession.area"));
    QCoreApplication::processEvents();
    QCOMPARE(area->verticalScrollBar()->maximum(), 0);
}

void TestNewSessionDialog::largeText_fitsOnTheScreen()
{
    ui::theme::ThemeController large(*qApp);
    large.setTextScale(2);
    NewSessionDialog dialog(large, [] { return teams(); });
    dialog.show();
    const QSize room = dialog.screen()->availableSize();
    QVERIFY2(dialog.height() <= room.height(), qPrintable(QString::number(dialog.height())));
    QVERIFY(dialog.minimumSizeHint().height() < room.height() * 3 / 4);
    QVERIFY2(dialog.minimumSizeHint().width() <= 1'280, qPrintable(QString::number(dialog.minimumSizeHint().width())));
    const auto* start = dialog.findChild<QPushButton*>(QStringLiteral("newSession.start"));
    QVERIFY(dialog.rect().contains(start->geometry()));
    large.setTextScale(1);
}

void TestNewSessionDialog::team_isShown()
{
    QVERIFY(shows(QStringLiteral("They build.")));
    QVERIFY(shows(QStringLiteral("Alice")) && shows(QStringLiteral("Product Manager")));
    part<QListWidget>("teams").setCurrentRow(1);
    QVERIFY(shows(QStringLiteral("It works alone.")));
    QVERIFY(!shows(QStringLiteral("Alice")));
}

void TestNewSessionDialog::itsNumbers_areProposed()
{
    QCOMPARE(part<QLineEdit>("budget").text(), QStringLiteral("3.00"));
    QCOMPARE(part<QLineEdit>("rounds").text(), QStringLiteral("5"));
    part<QListWidget>("teams").setCurrentRow(1);
    QCOMPARE(part<QLineEdit>("budget").text(), QStringLiteral("1.00"));
    QCOMPARE(part<QLineEdit>("rounds").text(), QString());
    part<QLineEdit>("budget").clear();
    QTest::keyClicks(&part<QLineEdit>("budget"), QStringLiteral("7")); // what a person typed stays
    part<QListWidget>("teams").setCurrentRow(0);
    QCOMPARE(part<QLineEdit>("budget").text(), QStringLiteral("7"));
    QCOMPARE(part<QLineEdit>("rounds").text(), QStringLiteral("5"));
}

void TestNewSessionDialog::models_followTheServer()
{
    QCOMPARE(part<QComboBox>("model").currentText(), QStringLiteral("llama"));
    part<QComboBox>("connection").setCurrentIndex(1);
    QCOMPARE(part<QComboBox>("model").currentText(), QString());
    part<QComboBox>("connection").setCurrentIndex(0);
    QCOMPARE(part<QComboBox>("model").currentText(), QStringLiteral("qwen"));
}

void TestNewSessionDialog::newServers_keepTheChoice()
{
    part<QComboBox>("connection").setCurrentIndex(1);
    part<QComboBox>("model").setEditText(QStringLiteral("mine"));
    QList<ConnectionRow> more = connections();
    more.prepend({QStringLiteral("new"), QStringLiteral("New"), {}});
    m_dialog->setConnections(more, QStringLiteral("ollama"), QStringLiteral("llama"));
    QCOMPARE(part<QComboBox>("connection").currentText(), QStringLiteral("Other"));
    QCOMPARE(part<QComboBox>("model").currentText(), QStringLiteral("mine"));
}

void TestNewSessionDialog::newTeams_keepTheChoice()
{
    QList<TeamRow> now = teams();
    NewSessionDialog dialog(m_theme, [&now] { return now; });
    auto& list = *dialog.findChild<QListWidget*>(QStringLiteral("newSession.teams"));
    list.setCurrentRow(1);
    now.prepend({QStringLiteral("own"), QStringLiteral("Mine"), QStringLiteral("It is mine."), {}});
    dialog.refreshTeams();
    QCOMPARE(list.count(), 3);
    QCOMPARE(list.currentItem()->text(), QStringLiteral("One agent"));
    now.removeLast(); // the chosen one
    dialog.refreshTeams();
    QCOMPARE(list.currentItem()->text(), QStringLiteral("Mine"));
    QSignalSpy wanted(&dialog, &NewSessionDialog::teamsRequested);
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("newSession.editTeams")), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
}

void TestNewSessionDialog::theTeamsOwnModel_isProposed()
{
    QList<TeamRow> own = teams();
    own[1].connection = QStringLiteral("other");
    own[1].model = QStringLiteral("big");
    NewSessionDialog dialog(m_theme, [&own] { return own; });
    dialog.chooseTeam(QStringLiteral("one"));
    dialog.setConnections(connections(), QStringLiteral("ollama"), QStringLiteral("llama"));
    auto& server = *dialog.findChild<QComboBox*>(QStringLiteral("newSession.connection"));
    auto& model = *dialog.findChild<QComboBox*>(QStringLiteral("newSession.model"));
    QCOMPARE(server.currentText(), QStringLiteral("Other"));
    QCOMPARE(model.currentText(), QStringLiteral("big"));
    server.setCurrentIndex(0); // the person's word is the last
    dialog.setConnections(connections(), {}, {});
    QCOMPARE(server.currentText(), QStringLiteral("Ollama"));
    dialog.chooseTeam(QStringLiteral("company")); // leaves it as it is
    QCOMPARE(server.currentText(), QStringLiteral("Ollama"));
    dialog.chooseTeam(QStringLiteral("one"));
    QCOMPARE(server.currentText(), QStringLiteral("Other"));
}

void TestNewSessionDialog::folder_isChosen()
{
    type(QStringLiteral("Write"));
    QCOMPARE(m_dialog->choice()->folder, QString());
    QCOMPARE(part<QLabel>("folder").text(), QStringLiteral("A new folder for this session"));
    QVERIFY(!part<QPushButton>("ownFolder").isVisible());
    chooseFolder(QStringLiteral("work"));
    QCOMPARE(m_dialog->choice()->folder, m_folder.filePath(QStringLiteral("work")));
    QCOMPARE(part<QLabel>("folder").text(), m_folder.filePath(QStringLiteral("work")));
    QTest::mouseClick(&part<QPushButton>("ownFolder"), Qt::LeftButton);
    QCOMPARE(m_dialog->choice()->folder, QString());
    QVERIFY(!part<QPushButton>("ownFolder").isVisible());
}

void TestNewSessionDialog::folder_ofLastTimeIsOffered()
{
    QList<TeamRow> own = teams();
    own[1].lastFolder = m_folder.filePath(QStringLiteral("before"));
    NewSessionDialog dialog(m_theme, [&own] { return own; });
    dialog.setConnections(connections(), {}, {});
    dialog.setFolderCheck([](const QString& path) { return FolderFinding{path, false, {}}; });
    dialog.show();
    QTest::keyClicks(dialog.findChild<QPlainTextEdit*>(), QStringLiteral("Write"));
    auto& last = *dialog.findChild<QPushButton*>(QStringLiteral("newSession.lastFolder"));
    QVERIFY(!last.isVisible()); // the first team has none
    dialog.chooseTeam(QStringLiteral("one"));
    QVERIFY(last.isVisible());
    QCOMPARE(last.toolTip(), own[1].lastFolder);
    QCOMPARE(dialog.choice()->folder, QString()); // offered, no more
    QTest::mouseClick(&last, Qt::LeftButton);
    QCOMPARE(dialog.choice()->folder, own[1].lastFolder);
    QVERIFY(!last.isVisible());
}

void TestNewSessionDialog::folder_thatCannotBe_isTold()
{
    type(QStringLiteral("Write"));
    QVERIFY(canStart());
    chooseFolder(QStringLiteral("home"));
    QVERIFY(!canStart());
    QCOMPARE(state(), QStringLiteral("Not there, please."));
    QVERIFY(!m_dialog->choice());
    chooseFolder(QStringLiteral("work"));
    QVERIFY(canStart());
}

void TestNewSessionDialog::folder_thatWentAway_startsNothing()
{
    QSignalSpy started(m_dialog.get(), &NewSessionDialog::startChosen);
    type(QStringLiteral("Write"));
    chooseFolder(QStringLiteral("work"));
    m_gone = m_folder.filePath(QStringLiteral("work"));
    QTest::mouseClick(&part<QPushButton>("start"), Qt::LeftButton);
    QCOMPARE(started.count(), 0);
    QVERIFY(m_dialog->isVisible());
    QCOMPARE(state(), QStringLiteral("Not there, please."));
}

void TestNewSessionDialog::archive_isForRepositories()
{
    auto& archive = part<QAbstractButton>("autoArchive");
    type(QStringLiteral("Write"));
    QVERIFY(!archive.isEnabled() && !archive.isChecked());
    chooseFolder(QStringLiteral("work"));
    QVERIFY(!archive.isEnabled());
    chooseFolder(QStringLiteral("repository"));
    QVERIFY(archive.isEnabled() && !archive.isChecked()); // off until it is wanted
    QVERIFY(!m_dialog->choice()->isAutoArchived);
    QTest::mouseClick(&archive, Qt::LeftButton, {}, QPoint(8, archive.height() / 2));
    QVERIFY(m_dialog->choice()->isAutoArchived);
    chooseFolder(QStringLiteral("work"));
    QVERIFY(!archive.isEnabled() && !m_dialog->choice()->isAutoArchived);
    chooseFolder(QStringLiteral("repository"));
    QVERIFY(!archive.isChecked());
}

/// Of a recording: the team is given, and its members have nothing to do with files.
void TestNewSessionDialog::continued_needsNoTask()
{
    m_dialog->setContinued(QStringLiteral("Snake"), false);
    QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Continue “Snake”"));
    QVERIFY(!part<QListWidget>("teams").isVisible());
    QVERIFY(!part<QPushButton>("editTeams").isVisible());
    QVERIFY(!part<QPushButton>("chooseFolder").isVisible());
    QCOMPARE(part<QPushButton>("start").text(), QStringLiteral("Continue"));
    QVERIFY2(canStart(), qPrintable(state()));
    QVERIFY(m_dialog->choice() && !m_dialog->choice()->isPublic);
    QVERIFY(m_dialog->choice()->idea.isEmpty());
    type(QStringLiteral("Paint it"));
    QCOMPARE(m_dialog->choice()->idea, QStringLiteral("Paint it"));
    m_dialog->setConnections({}, {}, {});
    QVERIFY(!canStart()); // there must be a model
    QCOMPARE(accessibilityOffenders(*m_dialog), QStringList());
}

void TestNewSessionDialog::everything_hasAName() { QCOMPARE(accessibilityOffenders(*m_dialog), QStringList()); }

} // namespace tst_new_session_dialog

QUARTERDECK_WIDGETS_TEST(tst_new_session_dialog, TestNewSessionDialog)
#include "tst_new_session_dialog.moc"
