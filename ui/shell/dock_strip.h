#pragma once

#include "ui/shell/dock.h"
#include "ui/theme/surface.h"

#include <vector>

class QAbstractButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui {

/// The docks that can be opened.
enum class DockId { Team, NeedsYou, Inspector };

/// What remains of the docks in a narrow window, 48 px: a bell with what waits, the members with their states, the
/// inspector, and below them the button that brings the docks back.
class DockStrip final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DockStrip)

public:
    explicit DockStrip(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setNeedsYou(int count);
    void setMembers(const std::vector<MemberGlyph>& members);

signals:
    void dockRequested(quarterdeck::ui::DockId dock);
    void docksRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void fit();
    class BellButton;
    class MemberButton;

    BellButton* m_bell;
    QToolButton* m_inspector;
    QToolButton* m_docks;
    QVBoxLayout* m_memberColumn;
    std::vector<MemberButton*> m_members;
    QToolButton* m_more; ///< "+12": the members that do not fit
};

} // namespace quarterdeck::ui
