#pragma once

#include "storage/recover_library.h"

#include <QObject>
#include <QPointer>
#include <memory>

class QWidget;

namespace quarterdeck::ui {
class ActionRegistry;
class RecoveryReportDialog;
class Workspace;
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

/// What was recovered: the library that did not open, or a damaged file that the person chose in its place.
enum class Recovered { Library, ChosenFile };

/// The report as a dialog shows it: sessions of which nothing came back first, then those in part.
[[nodiscard]] ui::view::RecoveryReport reportShown(const storage::RecoveryReport& report, Recovered what);

/// Says in a notice what came back of a damaged library, and shows its sessions one by one when the person wants it: by
/// the notice, and later from among the backups, until the program ends. Thread: ui.
class RecoveryReporter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryReporter)
public:
    struct Surroundings
    {
        const ui::theme::ThemeController& theme;
        ui::ActionRegistry& actions;
        ui::Workspace& workspace;
        RestoreController& backups;
        QWidget& window;
    };
    RecoveryReporter(std::shared_ptr<const storage::RecoveryReport> report, Recovered what, Surroundings surroundings);

    /// The notice, which stays when one of its buttons is clicked.
    void tell(const ui::view::Notice& notice);
    /// Over this window.
    void open(QWidget& parent);

private:
    std::shared_ptr<const storage::RecoveryReport> m_report;
    Recovered m_what;
    Surroundings m_around;
    QPointer<ui::RecoveryReportDialog> m_dialog;
};

} // namespace quarterdeck::app
