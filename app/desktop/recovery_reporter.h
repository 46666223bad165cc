#pragma once

#include "storage/recover/recover_library.h"

#include <QObject>
#include <QPointer>
#include <memory>

class QWidget;

namespace quarterdeck::ui {
class ActionRegistry;
class RecoveryReportDialog;
class MainController;
namespace theme {
class ThemeController;
} // namespace theme
namespace view {
struct Notice;
struct RecoveryReport;
} // namespace view
} // namespace quarterdeck::ui

namespace quarterdeck::app {

class RestoreController;

/// What was recovered: the library that did not open, or a damaged file that the person chose to replace it. Earlier:
/// either, at an earlier start.
enum class Recovered { Library, ChosenFile, Earlier };

/// The report as the dialog shows it: sessions that were lost come first, then those recovered in part.
[[nodiscard]] ui::view::RecoveryReport reportShown(const storage::RecoveryReport& report, Recovered what);

/// Reports in a notice what was recovered of a damaged library, and shows its sessions one by one if the person wants
/// it: from the notice, and later from among the backups, where earlier recoveries are, too. Thread: ui.
class RecoveryReporter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryReporter)
public:
    struct Dependencies
    {
        const ui::theme::ThemeController& theme;
        ui::ActionRegistry& actions;
        ui::MainController& workspace;
        RestoreController& backups;
        QWidget& window;
    };
    explicit RecoveryReporter(Dependencies surroundings);

    /// What this start recovered, with a notice, which stays when one of its buttons is clicked.
    void tell(std::shared_ptr<const storage::RecoveryReport> report, Recovered what, const ui::view::Notice& notice);

private:
    using Report = std::shared_ptr<const storage::RecoveryReport>;
    void open(QWidget& parent, const Report& report, Recovered what);

    Dependencies m_around;
    Report m_report; ///< of this start; null = nothing was recovered
    Recovered m_what = Recovered::Library;
    Report m_shown;
    QPointer<ui::RecoveryReportDialog> m_dialog;
};

} // namespace quarterdeck::app
