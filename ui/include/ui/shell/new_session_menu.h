#pragma once

#include <QMenu>

namespace quarterdeck::ui {

class ActionRegistry;

/// What session.new offers: the ways to a session that there are. It opens itself when that action is triggered, under
/// the button of the action where that can be seen. Lives on the ui thread, a child of `window`.
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
