#include "ui/controllers/workspace_parts.h"

#include "model/agents/definition/recorded_team.h"
#include "ui/controllers/text_size_wheel.h"
#include "ui/panels/composer.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/go_to_bar.h"
#include "ui/theme/segmented_choice.h"

#include <QClipboard>
#include <QGuiApplication>

// What the middle of the window shows, and what menus and keys do.
namespace quarterdeck::ui {

/// Going anywhere in the conversation also brings it into view.
void MainController::Parts::connectPages()
{
    const auto showConversation = [this] { choosePage(SessionPage::Conversation); };
    const auto toggles = [this](ActionId id, SessionPage page) {
        QObject::connect(&a.actions[id], &QAction::triggered, &q,
                         [this, page](bool isOn) { choosePage(isOn ? page : SessionPage::Conversation); });
    };
    toggles(ActionId::ViewFiles, SessionPage::Files);
    toggles(ActionId::ViewCost, SessionPage::Cost);
    QObject::connect(panels.pageChoice, &theme::SegmentedChoice::chosen, &q,
                     [this](int chosen) { choosePage(static_cast<SessionPage>(chosen)); });
    QObject::connect(panels.toolbar, &Toolbar::budgetRequested, &q, [this] { choosePage(SessionPage::Cost); });
    QObject::connect(panels.toolbar, &Toolbar::unarchiveRequested, &q,
                     [this] { labels.takeOutOfArchive(viewed.id()); });
    QObject::connect(panels.cost, &CostPage::messageRequested, &pageController, &TranscriptController::goTo);
    QObject::connect(panels.files, &FilesPage::messageRequested, &pageController, &TranscriptController::goTo);
    QObject::connect(&pageController, &TranscriptController::wentTo, &q, showConversation);
    QObject::connect(&viewed, &CurrentSession::sessionChanged, &q, showConversation);
    QObject::connect(panels.channels, &ChannelBar::channelChosen, &q, showConversation);
    for (const ActionId id : {ActionId::ViewFind, ActionId::ViewGoTo, ActionId::ViewComposer, ActionId::SessionPrint,
                              ActionId::SessionPrintToPdf})
        QObject::connect(&a.actions[id], &QAction::triggered, &q, showConversation);
}

void MainController::Parts::choosePage(SessionPage page)
{
    a.actions[ActionId::ViewFiles].setChecked(page == SessionPage::Files);
    a.actions[ActionId::ViewCost].setChecked(page == SessionPage::Cost);
    panels.pageChoice->setCurrent(static_cast<int>(page));
    QWidget* other = nullptr;
    if (page != SessionPage::Conversation)
        other = page == SessionPage::Files ? static_cast<QWidget*>(panels.files) : panels.cost;
    a.window.showInstead(other);
    pages.setShown(page);
}

void MainController::Parts::connectActions()
{
    const auto on = [this](ActionId id, const auto& call) {
        QObject::connect(&a.actions[id], &QAction::triggered, &q, call);
    };
    on(ActionId::SessionDemo, [this] { a.commands.startDemo(); });
    on(ActionId::SessionOpen, [this] { openFiles(QFileDialog::ExistingFiles); });
    on(ActionId::FolderImport, [this] { openFiles(QFileDialog::Directory); });
    on(ActionId::SessionExport, [this] { exportSession(); });
    on(ActionId::SessionContinue, [this] { continueRecording(); });
    on(ActionId::LibraryCleanUp, [this] { cleanUp.open(); });
    on(ActionId::ViewComposer, [this] { panels.composer->focusText(); });
    on(ActionId::HelpLog, [this] { a.commands.showLog(); });
    on(ActionId::HelpDiagnostics, [this] { QGuiApplication::clipboard()->setText(a.commands.diagnostics()); });
    on(ActionId::LanguageEnglish, [this] { a.commands.setLanguage(QStringLiteral("en")); });
    on(ActionId::LanguageChinese, [this] { a.commands.setLanguage(QStringLiteral("zh_CN")); });
    on(ActionId::ThemeSystem, [this] { a.theme.setChoice(theme::ThemeChoice::System); });
    on(ActionId::ThemeLight, [this] { a.theme.setChoice(theme::ThemeChoice::Light); });
    on(ActionId::ThemeDark, [this] { a.theme.setChoice(theme::ThemeChoice::Dark); });
    on(ActionId::ThemeHighContrast, [this](bool isOn) { a.theme.setHighContrast(isOn); });
    constexpr double step = 0.1;
    on(ActionId::ViewTextLarger, [this] { a.theme.setTextScale(a.theme.textScale() + step); });
    on(ActionId::ViewTextSmaller, [this] { a.theme.setTextScale(a.theme.textScale() - step); });
    on(ActionId::ViewTextNormal, [this] { a.theme.setTextScale(1.0); });
    new TextSizeWheel(*panels.page, a.actions, &q);
}

void MainController::Parts::showPage()
{
    a.window.showPage(viewed.isEmpty() ? MainWindow::Page::FirstStart : MainWindow::Page::Session);
    for (const ActionId id : {ActionId::SessionExport, ActionId::SessionPrint, ActionId::SessionPrintToPdf,
                              ActionId::ViewFind, ActionId::ViewFindNext, ActionId::ViewFindPrevious,
                              ActionId::ViewGoTo, ActionId::ViewFiles, ActionId::ViewCost})
        a.actions.setAvailable(id, !viewed.isEmpty());
    if (viewed.isEmpty()) {
        panels.find->close();
        panels.goTo->close();
    }
    a.window.setComposerShown(viewed.canSpeak());
    a.actions.setAvailable(ActionId::ViewComposer, viewed.canSpeak());
    showContinuation();
}

/// Nobody can be written to in a recording, but its team may go on elsewhere.
void MainController::Parts::showContinuation()
{
    const bool isImportedSession =
        viewed.live() != nullptr && viewed.live()->isImportedSession() && !viewed.isReplaying();
    const bool canGoOn =
        isImportedSession && viewed.state() && team::containsTeam(*viewed.state()) && !a.library->isReadOnly();
    a.window.setContinuationShown(canGoOn);
    a.actions.setAvailable(ActionId::SessionContinue, canGoOn);
}

void MainController::Parts::openFiles(QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(&a.window,
                                   mode == QFileDialog::Directory ? MainController::tr("Import a folder")
                                                                  : MainController::tr("Open or import"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    QObject::connect(dialog, &QFileDialog::filesSelected, &q,
                     [this](const QStringList& paths) { a.commands.importFiles(paths); });
    dialog->open();
}

void MainController::Parts::exportSession()
{
    if (!viewed.state())
        return;
    a.commands.exportSession(viewed.id(), QString::fromStdString(viewed.title()));
}

void MainController::Parts::continueRecording()
{
    if (viewed.state())
        a.commands.continueRecording(viewed.id(), QString::fromStdString(viewed.title()));
}

} // namespace quarterdeck::ui
