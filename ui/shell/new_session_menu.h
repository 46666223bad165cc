#pragma once

#include <QMenu>

namespace quarterdeck::ui {

class ActionRegistry;

/// What session.new offers: the available ways to start a session. Opens itself when that action is triggered, below
/// the action's button if that is visible. Lives on the ui thread, a child of `window`.
class NewSessionMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewSessionMenu)

public:
    NewSessionMenu(const ActionRegistry& actions, QWidget& window);

protected:
    void changeEvent(QEvent* event) override;

private:
    void openInPlace();
    void retranslate();

    QWidget& m_window;
};

} // namespace quarterdeck::ui
