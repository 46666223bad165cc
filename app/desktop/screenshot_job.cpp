#include "app/desktop/screenshot_job.h"

#include "app/desktop/window_commands.h"
#include "app/services/console.h"
#include "ui/controllers/main_controller.h"
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

ScreenshotJob::ScreenshotJob(QString file, ui::MainWindow& window, ui::MainController& workspace,
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
void ScreenshotJob::giveUp(const QString& sentence)
{
    QTimer::singleShot(0, this, [sentence] { leaveWithout(sentence); });
}

void ScreenshotJob::save(Of what)
{
    const auto whenPainted = [this] { m_workspace.whenPainted([this](bool isPainted) { save(isPainted); }); };
    switch (what) {
    case Of::Window:
        return whenPainted();
    case Of::Session:
        connect(&m_workspace, &ui::MainController::sessionShown, this, whenPainted, Qt::SingleShotConnection);
        break;
    case Of::Question:
        connect(&m_workspace, &ui::MainController::questionShown, this, whenPainted, Qt::SingleShotConnection);
        break;
    }
}

void ScreenshotJob::save(bool isPainted)
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
