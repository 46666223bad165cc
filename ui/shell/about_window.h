#pragma once

#include <QDialog>

class QLabel;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The program's version and licence, and what it is made of. Non-modal. Lives on the ui thread; `theme` must outlive
/// it.
class AboutWindow final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AboutWindow)

public:
    explicit AboutWindow(const theme::ThemeController& theme, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_version;
    QLabel* m_purpose;
    QLabel* m_licence;
    QLabel* m_qt;
    QLabel* m_parts;
    QPushButton* m_close;
};

} // namespace quarterdeck::ui
