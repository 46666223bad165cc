#pragma once

#include <QMenu>

class QActionGroup;

namespace quarterdeck::ui {

/// After how many minutes without news a run is announced on the desktop. Lives on the ui thread.
class StallMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StallMenu)

public:
    explicit StallMenu(QWidget* parent);

    /// 0 = never. Other values become the nearest that the menu offers.
    void setMinutes(int minutes);

signals:
    void minutesChosen(int minutes);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QActionGroup* m_choices;
};

} // namespace quarterdeck::ui
