#include "ui/shell/menus.h"

#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"

#include <QActionGroup>
#include <QDir>
#include <QEvent>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace quarterdeck::ui {

NewSessionMenu::NewSessionMenu(const ActionRegistry& actions, QWidget& window) : QMenu(&window), m_window(window)
{
    setObjectName(QStringLiteral("menu.newSession"));
    for (const ActionId id :
         {ActionId::SessionTeam, ActionId::SessionDemo, ActionId::AgentsConnect, ActionId::SessionOpen})
        addAction(&actions[id]);
    connect(&actions[ActionId::SessionNew], &QAction::triggered, this, &NewSessionMenu::openInPlace);
    retranslate();
}

void NewSessionMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void NewSessionMenu::openInPlace()
{
    const auto* button = m_window.findChild<QToolButton*>(QStringLiteral("session.new.button"));
    popup(button != nullptr && button->isVisible() ? button->mapToGlobal(QPoint(0, button->height()))
                                                   : m_window.mapToGlobal(QPoint(8, 8)));
}

void NewSessionMenu::retranslate() { setAccessibleName(tr("New session")); }

StallMenu::StallMenu(QWidget* parent) : QMenu(parent), m_choices(new QActionGroup(this))
{
    setObjectName(QStringLiteral("menu.stall"));
    for (const int minutes : {0, 5, 10, 30}) {
        QAction* choice = addAction(QString());
        choice->setCheckable(true);
        choice->setData(minutes);
        m_choices->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, minutes] { emit minutesChosen(minutes); });
    }
    retranslate();
}

void StallMenu::setMinutes(int minutes)
{
    const QList<QAction*> choices = m_choices->actions();
    const auto nearest = std::ranges::min_element(
        choices, {}, [minutes](const QAction* choice) { return std::abs(choice->data().toInt() - minutes); });
    (*nearest)->setChecked(true);
}

void StallMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StallMenu::retranslate()
{
    setTitle(tr("Notify me when &nothing happens"));
    setAccessibleName(tr("Notify me when nothing happens"));
    for (QAction* choice : m_choices->actions()) {
        const int minutes = choice->data().toInt();
        choice->setText(minutes == 0 ? tr("Never") : tr("After %n minute(s)", nullptr, minutes));
    }
}

WatchedFoldersMenu::WatchedFoldersMenu(const ActionRegistry& actions, QWidget* parent) : QMenu(parent)
{
    setObjectName(QStringLiteral("menu.watch"));
    addAction(&actions[ActionId::FolderWatch]);
    addSeparator();
    retranslate();
}

void WatchedFoldersMenu::setFolders(const QStringList& folders)
{
    for (QAction* entry : std::as_const(m_entries))
        delete entry;
    m_entries.clear();
    for (const QString& folder : folders) {
        QAction* entry = addAction(theme::withoutShortcut(QDir::toNativeSeparators(folder)));
        entry->setCheckable(true);
        entry->setChecked(true);
        // The entry goes with the folder, but not while it is emitting.
        connect(
            entry, &QAction::triggered, this, [this, folder] { emit unwatched(folder); }, Qt::QueuedConnection);
        m_entries.append(entry);
    }
}

void WatchedFoldersMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void WatchedFoldersMenu::retranslate()
{
    setTitle(tr("&Watched folders"));
    setAccessibleName(tr("Watched folders"));
}

namespace {

using Id = ActionId;

// Id::Count stands for a separator.
void fill(QMenu& menu, const ActionRegistry& actions, std::initializer_list<Id> ids)
{
    for (const Id id : ids) {
        if (id == Id::Count)
            menu.addSeparator();
        else
            menu.addAction(&actions[id]);
    }
}

} // namespace

MainMenu::MainMenu(const ActionRegistry& actions, QMenuBar& bar)
    : QObject(&bar)
    , m_popup(new QMenu(&bar))
    , m_themes(new QMenu(&bar))
    , m_languages(new QMenu(&bar))
{
    for (const char* name : {"menu.file", "menu.session", "menu.view", "menu.replay", "menu.help"}) {
        auto* menu = new QMenu(&bar);
        menu->setObjectName(QString::fromLatin1(name));
        m_menus.append(menu);
        bar.addMenu(menu);
        m_popup->addMenu(menu);
    }
    m_popup->setObjectName(QStringLiteral("menu.main"));
    m_themes->setObjectName(QStringLiteral("menu.theme"));
    m_languages->setObjectName(QStringLiteral("menu.language"));
    constexpr Id line = Id::Count;
    fill(*m_menus[0], actions,
         {Id::SessionNew, Id::SessionTeam, Id::SessionDemo, Id::SessionOpen, Id::FolderImport, line,
          Id::SessionContinue, Id::SessionExport, Id::SessionPrint, Id::SessionPrintToPdf, line, Id::AgentsConnect,
          Id::ModelConnections, Id::TeamEdit, Id::LibraryRestore, Id::LibraryCleanUp, line, Id::AppQuit});
    constexpr int behindOpen = 5;
    m_menus[0]->insertMenu(m_menus[0]->actions().at(behindOpen), new WatchedFoldersMenu(actions, m_menus[0]));
    fill(*m_menus[1], actions,
         {Id::RunPause, Id::RunStep, Id::RunStop, line, Id::RunPrivate, line, Id::RunHold, Id::RunStepMessage,
          Id::RunHoldRules, line, Id::QuestionNext, Id::QuestionTakeBack, Id::QuestionDelay, line, Id::ViewComposer,
          line});
    m_menus[1]->addMenu(new StallMenu(m_menus[1]));
    fill(*m_menus[2], actions,
         {Id::ViewSessions,
          Id::ViewDocks,
          line,
          Id::SessionSearch,
          Id::ViewTeam,
          Id::ViewNeedsYou,
          Id::ViewInspector,
          Id::ViewFiles,
          Id::ViewCost,
          line,
          Id::ChannelNext,
          Id::ChannelPrevious,
          line,
          Id::ViewFind,
          Id::ViewFindNext,
          Id::ViewFindPrevious,
          Id::ViewGoTo,
          line,
          Id::ViewTextLarger,
          Id::ViewTextSmaller,
          Id::ViewTextNormal,
          line});
    m_menus[2]->addMenu(m_themes);
    m_menus[2]->addMenu(m_languages);
    fill(*m_themes, actions, {Id::ThemeSystem, Id::ThemeLight, Id::ThemeDark, line, Id::ThemeHighContrast});
    fill(*m_languages, actions, {Id::LanguageEnglish, Id::LanguageChinese});
    fill(*m_menus[3], actions,
         {Id::ViewReplay, line, Id::ReplayPlay, Id::ReplayStep, Id::ReplayStepBack, Id::ReplayNextQuestion, line,
          Id::ReplayStart, Id::ReplayEnd});
    fill(*m_menus[4], actions, {Id::HelpGuide, line, Id::HelpLog, Id::HelpDiagnostics, line, Id::HelpAbout});
    retranslate();
    bar.installEventFilter(this);
}

bool MainMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    return QObject::eventFilter(watched, event);
}

void MainMenu::retranslate()
{
    const QStringList titles{tr("&File"), tr("&Session"), tr("&View"), tr("&Replay"), tr("&Help")};
    for (qsizetype i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(titles[i]);
    m_themes->setTitle(tr("T&heme"));
    m_languages->setTitle(tr("L&anguage"));
    m_popup->setTitle(tr("Menu"));
    m_popup->setAccessibleName(tr("Menu"));
}

} // namespace quarterdeck::ui
