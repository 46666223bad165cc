#include "ui/theme/action_registry.h"

#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QHash>

#include <array>

namespace quarterdeck::ui {

namespace {

using theme::Icon;
using enum ActionScope;

// Each text is marked for translation where it stands, in the context of ActionRegistry.
constexpr std::array descriptions{
    ActionDescription{ActionId::SessionNew, "session.new", QT_TRANSLATE_NOOP("ActionRegistry", "&New session…"),
                      "Ctrl+N", Icon::Plus},
    ActionDescription{ActionId::SessionTeam, "session.team",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Run a te&am on a model…"), "Ctrl+Shift+N", Icon::Users},
    ActionDescription{ActionId::SessionDemo, "session.demo", QT_TRANSLATE_NOOP("ActionRegistry", "Try the &demo team"),
                      "", Icon::Play},
    ActionDescription{ActionId::SessionOpen, "session.open",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&Open or import a file…"), "Ctrl+O", Icon::FolderOpen},
    ActionDescription{ActionId::FolderImport, "folder.import", QT_TRANSLATE_NOOP("ActionRegistry", "&Import a folder…"),
                      "", Icon::FolderOpen},
    ActionDescription{ActionId::FolderWatch, "folder.watch", QT_TRANSLATE_NOOP("ActionRegistry", "Watch a &folder…"),
                      "", Icon::FolderOpen},
    ActionDescription{ActionId::SessionContinue, "session.continue",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Contin&ue with this team…"), "", Icon::Users},
    ActionDescription{ActionId::SessionExport, "session.export",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&Export session…"), "Ctrl+Shift+E", Icon::Download},
    ActionDescription{ActionId::SessionPrint, "session.print", QT_TRANSLATE_NOOP("ActionRegistry", "&Print…"), "Ctrl+P",
                      Icon::FileText},
    ActionDescription{ActionId::SessionPrintToPdf, "session.printToPdf",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Print &to PDF…"), "Ctrl+Alt+P", Icon::FileText},
    ActionDescription{ActionId::AgentsConnect, "agents.connect",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&Connect an agent…"), "", Icon::Plug},
    ActionDescription{ActionId::ModelConnections, "models.connections",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&Model connections…"), "", Icon::Plug},
    ActionDescription{ActionId::TeamEdit, "team.edit", QT_TRANSLATE_NOOP("ActionRegistry", "&Your teams…"), "",
                      Icon::Users},
    ActionDescription{ActionId::LibraryRestore, "library.restore",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Restore a &backup…"), "", Icon::History},
    ActionDescription{ActionId::LibraryCleanUp, "library.cleanUp", QT_TRANSLATE_NOOP("ActionRegistry", "C&lean up…"),
                      "", Icon::Archive},
    ActionDescription{ActionId::SessionSearch, "session.search",
                      QT_TRANSLATE_NOOP("ActionRegistry", "S&earch sessions"), "Ctrl+Shift+F", Icon::Search},
    ActionDescription{ActionId::AppQuit, "app.quit", QT_TRANSLATE_NOOP("ActionRegistry", "&Quit"), "Ctrl+Q"},
    ActionDescription{ActionId::QuestionNext, "question.next", QT_TRANSLATE_NOOP("ActionRegistry", "Next &question"),
                      "Ctrl+J", Icon::MessageCircleQuestionMark},
    ActionDescription{ActionId::QuestionTakeBack, "question.takeBack",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Take the answer bac&k"), "Ctrl+Z"},
    ActionDescription{ActionId::QuestionDelay, "question.delay",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Send answers after a &delay"), "", Icon::None, Window, true},
    ActionDescription{ActionId::RunPause, "run.pause", QT_TRANSLATE_NOOP("ActionRegistry", "&Run or pause"), "F5",
                      Icon::Pause, Live},
    ActionDescription{ActionId::RunStep, "run.step", QT_TRANSLATE_NOOP("ActionRegistry", "One &step"), "F8",
                      Icon::StepForward, Live},
    ActionDescription{ActionId::RunStop, "run.stop", QT_TRANSLATE_NOOP("ActionRegistry", "S&top"), "Shift+F5",
                      Icon::Square, Live},
    ActionDescription{ActionId::RunPrivate, "run.private", QT_TRANSLATE_NOOP("ActionRegistry", "&Private chat"),
                      "Ctrl+Shift+P", Icon::Lock, Live, true},
    ActionDescription{ActionId::RunHold, "run.hold", QT_TRANSLATE_NOOP("ActionRegistry", "&Hold everything"),
                      "Ctrl+Shift+H", Icon::Hand, Live, true},
    ActionDescription{ActionId::RunStepMessage, "run.stepMessage",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Let the oldest &message go"), "Shift+F8", Icon::StepForward,
                      Live},
    ActionDescription{ActionId::RunHoldRules, "run.holdRules", QT_TRANSLATE_NOOP("ActionRegistry", "H&old rules…"), "",
                      Icon::None, Live},
    ActionDescription{ActionId::ViewReplay, "view.replay", QT_TRANSLATE_NOOP("ActionRegistry", "&Replay"), "Ctrl+R",
                      Icon::History, Window, true},
    ActionDescription{ActionId::ViewMenu, "view.menu", QT_TRANSLATE_NOOP("ActionRegistry", "&Menu"), "F10", Icon::Menu},
    ActionDescription{ActionId::ViewSessions, "view.sessions", QT_TRANSLATE_NOOP("ActionRegistry", "&Sessions panel"),
                      "Ctrl+B", Icon::PanelLeft, Window, true},
    ActionDescription{ActionId::ViewDocks, "view.docks", QT_TRANSLATE_NOOP("ActionRegistry", "Si&de panel"),
                      "Ctrl+Alt+B", Icon::PanelRight, Window, true},
    ActionDescription{ActionId::ViewTeam, "view.team", QT_TRANSLATE_NOOP("ActionRegistry", "Go to &team"),
                      "Ctrl+Shift+T", Icon::Users},
    ActionDescription{ActionId::ViewNeedsYou, "view.needsYou",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Go to “Needs &you”"), "Ctrl+Shift+J", Icon::Bell},
    ActionDescription{ActionId::ViewInspector, "view.inspector",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Go to &inspector"), "Ctrl+I", Icon::Route},
    ActionDescription{ActionId::ViewFiles, "view.files", QT_TRANSLATE_NOOP("ActionRegistry", "Files the team &wrote"),
                      "Ctrl+Alt+F", Icon::FileText, Window, true},
    ActionDescription{ActionId::ViewCost, "view.cost", QT_TRANSLATE_NOOP("ActionRegistry", "&Cost"), "Ctrl+Alt+C",
                      Icon::Coins, Window, true},
    ActionDescription{ActionId::ViewComposer, "view.composer", QT_TRANSLATE_NOOP("ActionRegistry", "&Write a message"),
                      "Ctrl+L", Icon::MessageSquare},
    ActionDescription{ActionId::ViewFind, "view.find",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&Find in this conversation"), "Ctrl+F", Icon::Search},
    ActionDescription{ActionId::ViewFindNext, "view.findNext", QT_TRANSLATE_NOOP("ActionRegistry", "Find ne&xt"), "F3",
                      Icon::ChevronDown},
    ActionDescription{ActionId::ViewFindPrevious, "view.findPrevious",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Find pre&vious"), "Shift+F3", Icon::ChevronUp},
    ActionDescription{ActionId::ViewGoTo, "view.goTo", QT_TRANSLATE_NOOP("ActionRegistry", "&Go to a message or time…"),
                      "Ctrl+G", Icon::ArrowRight},
    ActionDescription{ActionId::ViewTextLarger, "view.textLarger", QT_TRANSLATE_NOOP("ActionRegistry", "&Larger text"),
                      "Ctrl++", Icon::ZoomIn},
    ActionDescription{ActionId::ViewTextSmaller, "view.textSmaller",
                      QT_TRANSLATE_NOOP("ActionRegistry", "S&maller text"), "Ctrl+-", Icon::ZoomOut},
    ActionDescription{ActionId::ViewTextNormal, "view.textNormal", QT_TRANSLATE_NOOP("ActionRegistry", "N&ormal text"),
                      "Ctrl+0"},
    ActionDescription{ActionId::Channel1, "channel.1", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &1"), "Alt+1"},
    ActionDescription{ActionId::Channel2, "channel.2", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &2"), "Alt+2"},
    ActionDescription{ActionId::Channel3, "channel.3", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &3"), "Alt+3"},
    ActionDescription{ActionId::Channel4, "channel.4", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &4"), "Alt+4"},
    ActionDescription{ActionId::Channel5, "channel.5", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &5"), "Alt+5"},
    ActionDescription{ActionId::Channel6, "channel.6", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &6"), "Alt+6"},
    ActionDescription{ActionId::Channel7, "channel.7", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &7"), "Alt+7"},
    ActionDescription{ActionId::Channel8, "channel.8", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &8"), "Alt+8"},
    ActionDescription{ActionId::Channel9, "channel.9", QT_TRANSLATE_NOOP("ActionRegistry", "Channel &9"), "Alt+9"},
    ActionDescription{ActionId::ChannelNext, "channel.next", QT_TRANSLATE_NOOP("ActionRegistry", "&Next channel"),
                      "Ctrl+PgDown"},
    ActionDescription{ActionId::ChannelPrevious, "channel.previous",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&Previous channel"), "Ctrl+PgUp"},
    ActionDescription{ActionId::ReplayPlay, "replay.play", QT_TRANSLATE_NOOP("ActionRegistry", "&Play or pause replay"),
                      "F5", Icon::Play, Replay},
    ActionDescription{ActionId::ReplayStep, "replay.step", QT_TRANSLATE_NOOP("ActionRegistry", "Step &forward"), "F8",
                      Icon::StepForward, Replay},
    ActionDescription{ActionId::ReplayStepBack, "replay.stepBack", QT_TRANSLATE_NOOP("ActionRegistry", "Step &back"),
                      "Shift+F8", Icon::StepBack, Replay},
    ActionDescription{ActionId::ReplayNextQuestion, "replay.nextQuestion",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Next &question in the recording"), "Alt+J",
                      Icon::MessageCircleQuestionMark, Replay},
    ActionDescription{ActionId::ReplayStart, "replay.start", QT_TRANSLATE_NOOP("ActionRegistry", "Go to the &start"),
                      "Alt+Home", Icon::SkipBack, Replay},
    ActionDescription{ActionId::ReplayEnd, "replay.end", QT_TRANSLATE_NOOP("ActionRegistry", "Go to the &end"),
                      "Alt+End", Icon::SkipForward, Replay},
    ActionDescription{ActionId::ThemeSystem, "theme.system",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Follow the &desktop theme"), "", Icon::Settings, Window,
                      true, "theme"},
    ActionDescription{ActionId::ThemeLight, "theme.light", QT_TRANSLATE_NOOP("ActionRegistry", "L&ight theme"), "",
                      Icon::Sun, Window, true, "theme"},
    ActionDescription{ActionId::ThemeDark, "theme.dark", QT_TRANSLATE_NOOP("ActionRegistry", "D&ark theme"), "",
                      Icon::Moon, Window, true, "theme"},
    ActionDescription{ActionId::ThemeHighContrast, "theme.highContrast",
                      QT_TRANSLATE_NOOP("ActionRegistry", "&High contrast"), "", Icon::None, Window, true},
    // Languages are named in themselves, whatever the current one is; otherwise nobody could find theirs again.
    ActionDescription{ActionId::LanguageEnglish, "language.en", "English", "", Icon::None, Window, true, "language"},
    ActionDescription{ActionId::LanguageChinese, "language.zh_CN", "简体中文", "", Icon::None, Window, true,
                      "language"},
    ActionDescription{ActionId::HelpGuide, "help.guide", QT_TRANSLATE_NOOP("ActionRegistry", "&Guide"), "F1"},
    ActionDescription{ActionId::HelpLog, "help.log", QT_TRANSLATE_NOOP("ActionRegistry", "Show &log"), "",
                      Icon::FileText},
    ActionDescription{ActionId::HelpDiagnostics, "help.diagnostics",
                      QT_TRANSLATE_NOOP("ActionRegistry", "Copy &diagnostics"), "", Icon::Copy},
    ActionDescription{ActionId::HelpAbout, "help.about", QT_TRANSLATE_NOOP("ActionRegistry", "&About Quarterdeck"), ""},
};

constexpr bool isInOrder()
{
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
        if (descriptions[i].id != static_cast<ActionId>(i))
            return false;
    }
    return descriptions.size() == static_cast<std::size_t>(ActionId::Count);
}
static_assert(isInOrder(), "one description for each ActionId, in its order");

} // namespace

std::span<const ActionDescription> actionDescriptions() { return descriptions; }

namespace {

constexpr std::size_t indexOf(ActionId id) { return static_cast<std::size_t>(id); }

const ActionDescription& describe(ActionId id) { return actionDescriptions()[indexOf(id)]; }

bool canMeet(ActionScope a, ActionScope b) { return a == b || a == ActionScope::Window || b == ActionScope::Window; }

} // namespace

ActionRegistry::ActionRegistry(const theme::ThemeController& theme, QObject* parent) : QObject(parent)
{
    QHash<QString, QActionGroup*> groups;
    m_isAvailable.fill(true);
    for (const ActionDescription& description : actionDescriptions()) {
        auto* action = new QAction(this);
        action->setObjectName(QString::fromLatin1(description.name));
        action->setCheckable(description.isCheckable);
        action->setShortcut(defaultShortcut(description.id));
        action->setShortcutContext(Qt::WindowShortcut);
        action->setMenuRole(description.id == ActionId::AppQuit ? QAction::QuitRole : QAction::NoRole);
        action->setIcon(theme::themedIcon(theme, description.icon));
        action->setIconVisibleInMenu(!description.isCheckable); // there its check mark stands
        if (description.group != nullptr) {
            QActionGroup*& group = groups[QString::fromLatin1(description.group)];
            if (group == nullptr)
                group = new QActionGroup(this);
            group->addAction(action);
        }
        m_actions[indexOf(description.id)] = action;
    }
    retranslate();
    // Translators are installed on the application, which notifies its windows only; the registry is none.
    QCoreApplication::instance()->installEventFilter(this);
}

QAction& ActionRegistry::action(ActionId id) const { return *m_actions[indexOf(id)]; }

QList<QAction*> ActionRegistry::all() const { return {m_actions.begin(), m_actions.end()}; }

std::optional<ActionId> ActionRegistry::idOf(const QString& name)
{
    for (const ActionDescription& description : actionDescriptions()) {
        if (name == QLatin1StringView(description.name))
            return description.id;
    }
    return std::nullopt;
}

QString ActionRegistry::nameOf(ActionId id) { return QString::fromLatin1(describe(id).name); }

QKeySequence ActionRegistry::defaultShortcut(ActionId id) const
{
    return QKeySequence::fromString(QString::fromLatin1(describe(id).keys), QKeySequence::PortableText);
}

QKeySequence ActionRegistry::shortcut(ActionId id) const { return action(id).shortcut(); }

std::optional<ActionId> ActionRegistry::conflict(ActionId id, const QKeySequence& keys) const
{
    if (keys.isEmpty())
        return std::nullopt;
    for (const ActionDescription& other : actionDescriptions()) {
        if (other.id != id && canMeet(other.scope, describe(id).scope) && shortcut(other.id) == keys)
            return other.id;
    }
    return std::nullopt;
}

bool ActionRegistry::setShortcut(ActionId id, const QKeySequence& keys)
{
    if (conflict(id, keys))
        return false;
    if (shortcut(id) == keys)
        return true;
    action(id).setShortcut(keys);
    emit shortcutChanged(id);
    return true;
}

void ActionRegistry::resetShortcut(ActionId id) { setShortcut(id, defaultShortcut(id)); }

QMap<QString, QString> ActionRegistry::differences() const
{
    QMap<QString, QString> result;
    for (const ActionDescription& description : actionDescriptions()) {
        if (shortcut(description.id) != defaultShortcut(description.id))
            result.insert(nameOf(description.id), shortcut(description.id).toString(QKeySequence::PortableText));
    }
    return result;
}

QStringList ActionRegistry::applyDifferences(const QMap<QString, QString>& differences)
{
    QStringList refused;
    // First free all keys that change, since two actions may have swapped theirs.
    for (auto it = differences.begin(); it != differences.end(); ++it) {
        if (const auto id = idOf(it.key()))
            action(*id).setShortcut({});
    }
    for (auto it = differences.begin(); it != differences.end(); ++it) {
        const auto id = idOf(it.key());
        const auto keys = QKeySequence::fromString(it.value(), QKeySequence::PortableText);
        if (!id || !setShortcut(*id, keys)) {
            refused.append(it.key());
            if (id)
                resetShortcut(*id);
        }
    }
    return refused;
}

void ActionRegistry::setScopeEnabled(ActionScope scope, bool on)
{
    m_isScopeOn[static_cast<std::size_t>(scope)] = on;
    for (const ActionDescription& description : actionDescriptions()) {
        if (description.scope == scope)
            refreshEnabled(description.id);
    }
}

bool ActionRegistry::isScopeEnabled(ActionScope scope) const { return m_isScopeOn[static_cast<std::size_t>(scope)]; }

void ActionRegistry::setAvailable(ActionId id, bool on)
{
    m_isAvailable[indexOf(id)] = on;
    refreshEnabled(id);
}

void ActionRegistry::refreshEnabled(ActionId id)
{
    action(id).setEnabled(m_isAvailable[indexOf(id)] && isScopeEnabled(describe(id).scope));
}

bool ActionRegistry::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && watched == QCoreApplication::instance())
        retranslate();
    return QObject::eventFilter(watched, event);
}

void ActionRegistry::retranslate()
{
    for (const ActionDescription& description : actionDescriptions())
        action(description.id).setText(QCoreApplication::translate("ActionRegistry", description.text));
}

} // namespace quarterdeck::ui
