#include "app/desktop/window_picture.h"

#include "app/desktop/window_commands.h"
#include "app/services/console.h"
#include "ui/controllers/workspace.h"
#include "ui/shell/main_window.h"

#include <QCoreApplication>
#include <QTimer>
#include <chrono>
#include <utility>

namespace quarterdeck::app {

namespace {

/// The demo asks its first question within half a minute.
constexpr std::chrono::minutes limit{2};

QString sayOfPicture(const char* text) { return QCoreApplication::translate("Program", text); }

void leaveWithout(const QString& sentence) { QCoreApplication::exit(Console().fail(sentence)); }

} // namespace

WindowPicture::WindowPicture(QString file, ui::MainWindow& window, ui::Workspace& workspace,
                             const WindowCommands& commands)
    : m_file(std::move(file))
    , m_window(window)
    , m_workspace(workspace)
{
    connect(&commands, &WindowCommands::nothingMade, this, &leaveWithout);
    QTimer::singleShot(limit, this, [] {
        leaveWithout(sayOfPicture(
            QT_TRANSLATE_NOOP("Program", "The window was not ready in time, so no screenshot was saved.")));
    });
}

/// Queued: the event loop that this ends is running by then.
void WindowPicture::giveUp(const QString& sentence)
{
    QTimer::singleShot(0, this, [sentence] { leaveWithout(sentence); });
}

void WindowPicture::save(Of what)
{
    const auto whenPainted = [this] { m_workspace.whenPainted([this](bool isPainted) { save(isPainted); }); };
    switch (what) {
    case Of::Window:
        return whenPainted();
    case Of::Session:
        connect(&m_workspace, &ui::Workspace::sessionShown, this, whenPainted, Qt::SingleShotConnection);
        break;
    case Of::Question:
        connect(&m_workspace, &ui::Workspace::questionShown, this, whenPainted, Qt::SingleShotConnection);
        break;
    }
}

void WindowPicture::save(bool isPainted)
{
    if (!isPainted)
        leaveWithout(
            sayOfPicture(QT_TRANSLATE_NOOP("Program", "The transcript was not drawn, so no screenshot was saved.")));
    else if (!m_window.grab().save(m_file))
        leaveWithout(
            sayOfPicture(QT_TRANSLATE_NOOP("Program", "The screenshot could not be saved as %1.")).arg(m_file));
    else
        QCoreApplication::exit(0);
}

} // namespace quarterdeck::app
