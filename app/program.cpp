#include "app/program.h"

#include "app/window_commands.h"
#include "storage/open_library.h"

#include <cstdio>
#include <utility>

namespace quarterdeck::app {

namespace {

ui::theme::ThemeChoice themeNamed(const QString& name, ui::theme::ThemeChoice otherwise)
{
    if (name == QStringLiteral("light"))
        return ui::theme::ThemeChoice::Light;
    if (name == QStringLiteral("dark"))
        return ui::theme::ThemeChoice::Dark;
    return name == QStringLiteral("system") ? ui::theme::ThemeChoice::System : otherwise;
}

} // namespace

session::Result<std::unique_ptr<Program>> Program::start(QApplication& application, const ProgramOptions& options)
{
    const std::string path = options.library.isEmpty() ? storage::defaultLibraryPath() : options.library.toStdString();
    auto engine = Engine::start(path);
    if (!engine)
        return tl::unexpected(engine.error());
    auto program = std::unique_ptr<Program>(new Program(application, options, std::move(*engine)));
    program->begin();
    return program;
}

Program::Program(QApplication& application, const ProgramOptions& options, std::unique_ptr<Engine> engine)
    : m_options(options)
    , m_engine(std::move(engine))
{
    m_language.use(options.language.isEmpty() ? m_settings.language() : options.language);
    m_theme = std::make_unique<ui::theme::ThemeController>(application);
    m_theme->setChoice(themeNamed(options.theme, m_settings.theme()));
    m_theme->setTextScale(m_settings.textScale());
    m_focusRing = std::make_unique<ui::theme::FocusRing>(application, *m_theme);
    m_actions = std::make_unique<ui::ActionRegistry>(*m_theme);
    m_actions->applyDifferences(m_settings.shortcuts());
    m_commands = std::make_unique<WindowCommands>(*m_engine, m_settings, m_language, options.demoPace);
    m_window = std::make_unique<ui::MainWindow>(*m_theme, *m_actions);
    m_workspace = std::make_unique<ui::Workspace>(ui::Workspace::Surroundings{
        *m_theme, *m_actions, *m_window, *m_commands, m_engine->hub(), m_engine->library(), m_engine->context()});
    QObject::connect(m_commands.get(), &WindowCommands::noticeRaised, m_workspace.get(), &ui::Workspace::showNotice);
    QObject::connect(m_commands.get(), &WindowCommands::sessionMade, m_workspace.get(), &ui::Workspace::openSession);
    restoreChoices();
}

Program::~Program()
{
    m_settings.setWindowGeometry(m_window->saveGeometry());
    // The page asks the library until it is gone, the workspace the commands: each goes before what it needs.
    m_workspace.reset();
    m_window.reset();
    m_commands.reset();
    m_engine.reset();
}

void Program::restoreChoices()
{
    m_window->resize(1440, 900);
    if (m_options.screenshot.isEmpty())
        m_window->restoreGeometry(m_settings.windowGeometry());
    ui::ActionRegistry& actions = *m_actions;
    const auto showTheme = [this, &actions] {
        using ui::ActionId;
        using ui::theme::ThemeChoice;
        const ThemeChoice choice = m_theme->choice();
        actions[choice == ThemeChoice::Light      ? ActionId::ThemeLight
                    : choice == ThemeChoice::Dark ? ActionId::ThemeDark
                                                  : ActionId::ThemeSystem]
            .setChecked(true);
        if (m_options.theme.isEmpty())
            m_settings.setTheme(choice);
        m_settings.setTextScale(m_theme->textScale());
    };
    QObject::connect(m_theme.get(), &ui::theme::ThemeController::changed, m_window.get(), showTheme);
    showTheme();
    actions[m_language.current() == QStringLiteral("zh_CN") ? ui::ActionId::LanguageChinese
                                                            : ui::ActionId::LanguageEnglish]
        .setChecked(true);
    QObject::connect(
        m_workspace.get(), &ui::Workspace::sessionShown, m_window.get(),
        [this](const conversation::SessionId& id) { m_settings.setLastSession(QString::fromStdString(id.str())); });
}

void Program::begin()
{
    m_window->show();
    if (const auto reason = m_engine->library()->readOnlyReason())
        m_workspace->showNotice(
            {QStringLiteral("readOnly"),
             ui::view::NoticeTone::Limit,
             QString::fromStdString(reason->sentence),
             QCoreApplication::translate("Program", "You can look at everything; nothing new is stored."),
             {}});
    QObject::connect(m_workspace.get(), &ui::Workspace::sessionsListed, m_window.get(), [this](int count) {
        if (std::exchange(m_isListed, true))
            return;
        if (count == 0 && m_options.areSamplesOffered && !m_engine->library()->isReadOnly())
            m_commands->importSamples();
        showWhatWasAsked();
    });
}

void Program::showWhatWasAsked()
{
    if (m_options.isDemo)
        m_commands->startDemo();
    else if (!m_options.files.isEmpty())
        m_commands->importFiles(m_options.files);
    else if (!m_settings.lastSession().isEmpty() && m_options.screenshot.isEmpty())
        m_workspace->openSession(conversation::SessionId(m_settings.lastSession().toStdString()));
    if (!m_options.screenshot.isEmpty())
        savePictureWhenReady();
}

/// With the demo: when its first question is open. With files: when the first of them is shown. Else at once.
void Program::savePictureWhenReady()
{
    const auto save = [this] {
        m_workspace->whenPainted([this] {
            const bool isSaved = m_window->grab().save(m_options.screenshot);
            if (!isSaved)
                std::fprintf(stderr, "quarterdeck: %s\n",
                             qPrintable(QCoreApplication::translate("Program", "The picture could not be saved as %1.")
                                            .arg(m_options.screenshot)));
            QCoreApplication::exit(isSaved ? 0 : 1);
        });
    };
    if (m_options.isDemo)
        QObject::connect(m_workspace.get(), &ui::Workspace::questionShown, m_window.get(), save,
                         Qt::SingleShotConnection);
    else if (!m_options.files.isEmpty())
        QObject::connect(m_workspace.get(), &ui::Workspace::sessionShown, m_window.get(), save,
                         Qt::SingleShotConnection);
    else
        save();
}

} // namespace quarterdeck::app
