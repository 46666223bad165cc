#include "team_window.h"

#include "app/services/model_servers.h"
#include "app/services/team_store.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace quarterdeck::test {

const char* const writingScript = R"({
    "models": ["small", "large"],
    "rules": [
        {"when": {"turn": 0}, "reply": {"tool_calls": [
            {"name": "write_file", "arguments": {"path": "poem.md", "content": "The sea is wide.\n"}}]}},
        {"when": {"any": "is written"}, "reply": "It is written."}
    ],
    "otherwise": "I do not know."
})";

model_server::Script scriptOf(const std::string& text)
{
    std::string problem;
    const auto script = model_server::scriptOf(nlohmann::json::parse(text), problem);
    if (!script)
        qFatal("the script of the test: %s", problem.c_str());
    return *script;
}

void TeamWindow::reset()
{
    m_program.emplace();
    m_others.clear();
    QDir(app::TeamStore::defaultFolder()).removeRecursively();
}

bool TeamWindow::pageSays(const QString& words) const
{
    auto* view = (*m_program)->window().findChild<ui::transcript::TranscriptView*>();
    return waitFor(
        [&] {
            std::optional<QString> answer;
            view->webView().page()->runJavaScript(QStringLiteral("document.body.innerText"),
                                                  QWebEngineScript::ApplicationWorld,
                                                  [&](const QVariant& value) { answer = value.toString(); });
            if (!waitFor([&] { return answer.has_value(); }, ProgramFixture::longMs))
                qFatal("the page does not answer"); // its answer would come into a frame that is gone
            return answer->contains(words);
        },
        ProgramFixture::longMs);
}

QString TeamWindow::noticeLike(const QString& beginning) const
{
    QString found;
    (void)waitFor(
        [&] {
            for (const QString& name : m_program->banners())
                if (name.startsWith(QStringLiteral("banner.") + beginning))
                    found = name.mid(7);
            return !found.isEmpty();
        },
        ProgramFixture::longMs);
    return found;
}

ui::NewSessionDialog& TeamWindow::open() const
{
    (*m_program)->actions()[ui::ActionId::SessionTeam].trigger();
    return *(*m_program)->window().findChild<ui::NewSessionDialog*>();
}

QString TeamWindow::meaning(const QString& notice) const
{
    const auto* banner = shown<QWidget>((QStringLiteral("banner.") + notice).toUtf8().constData());
    return banner != nullptr ? banner->accessibleDescription() : QString();
}

void TeamWindow::showIt() const
{
    using ui::SessionListModel;
    QVERIFY(waitFor([&] { return m_program->listedSessions() == 1; }, ProgramFixture::longMs));
    const SessionListModel& list = (*m_program)->window().findChild<ui::SessionsPanel*>()->model();
    for (int row = 0; row < list.rowCount(); ++row)
        if (const QString id = list.index(row).data(SessionListModel::RowRole).value<ui::view::SessionRow>().id;
            !id.isEmpty())
            (*m_program)->workspace().openSession(conversation::SessionId(id.toStdString()));
}

void TeamWindow::press(const QString& notice, const char* which) const
{
    auto* button = shown<QAbstractButton>(
        QStringLiteral("banner.%1.%2").arg(notice, QLatin1StringView(which)).toUtf8().constData());
    QVERIFY(button != nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
}

/// By the chooser, as a person does it.
void TeamWindow::chooseFolder(ui::NewSessionDialog& dialog, const QString& folder)
{
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("newSession.chooseFolder")), Qt::LeftButton);
    auto* chooser = dialog.findChild<QFileDialog*>();
    QVERIFY(chooser != nullptr);
    chooser->selectFile(folder);
    chooser->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void TeamWindow::begin(const model_server::ModelServer& server, const QString& library, const QString& idea,
                       const QString& folder, const QString& team)
{
    team::ModelConnection connection = team::newConnection(team::Service::Other);
    connection.name = "Here";
    connection.address = server.address().toStdString();
    connection.models = {"small", "large"};
    std::vector<team::ModelConnection> all{connection};
    all.insert(all.end(), m_others.begin(), m_others.end());
    QVERIFY(app::ConnectionStore(app::ConnectionStore::defaultFolder()).save(all));
    m_program->start(library);
    ui::NewSessionDialog& dialog = open();
    auto* teams = dialog.findChild<QListWidget*>(QStringLiteral("newSession.teams"));
    teams->setCurrentItem(teams->findItems(team, Qt::MatchExactly).value(0));
    QCOMPARE(dialog.findChild<QComboBox*>(QStringLiteral("newSession.connection"))->currentText(),
             QStringLiteral("Here"));
    dialog.findChild<QComboBox*>(QStringLiteral("newSession.model"))->setEditText(QStringLiteral("large"));
    QTest::keyClicks(dialog.findChild<QPlainTextEdit*>(QStringLiteral("newSession.idea")), idea);
    if (!folder.isEmpty())
        chooseFolder(dialog, folder);
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("newSession.start")), Qt::LeftButton);
}

} // namespace quarterdeck::test
