#pragma once

#include "ui/present/held.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QBoxLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace quarterdeck::ui::theme {
class ComboBox;
class TextLabel;
class ThemeController;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

/// A held message in Needs you: it can be let go as it is or with other words, or dropped. Like a question's card it
/// takes no click for 400 ms after it appeared or shows another message. Thread: ui; the theme must outlive it.
class HeldCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeldCard)
public:
    using Clock = std::function<conversation::Timestamp()>;

    HeldCard(const theme::ThemeController& theme, Clock clock, QWidget* parent = nullptr);

    void setView(const HeldCardState& view);
    [[nodiscard]] const HeldCardState& view() const { return m_view; }
    void takeFocus();
    /// As if it had just appeared: it takes no click for a while.
    void settleAnew() { m_settledAt = m_clock(); }
    /// It did not go, since it would reach others now: the card says so, and the next click lets it go all the same.
    void askAgain(const QString& sentence);

signals:
    void released(quarterdeck::conversation::EventSeq held, const quarterdeck::ui::HeldEdit& edit);
    void dropped(quarterdeck::conversation::EventSeq held, const quarterdeck::ui::HeldDrop& drop);
    void allReleased();
    /// To be shown in the conversation.
    void shown(quarterdeck::conversation::EventSeq held);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Mode { Read, Edit, Drop };
    void build();
    void buildHead(QBoxLayout& column);
    void buildWords(QBoxLayout& column);
    void buildEditor(QBoxLayout& column);
    void buildRecipient(QBoxLayout& column);
    void buildButtons(QBoxLayout& column);
    void buildEditButtons(QBoxLayout& column);
    void buildProblem(QBoxLayout& column);
    void buildDrop(QBoxLayout& column);
    void buildOthers(QBoxLayout& column);
    QPushButton* makeCardButton(const char* name, const QString& text, bool isPrimary);
    void enter(Mode mode);
    void release();
    void drop();
    void ifSettled(const std::function<void()>& act);
    void showAge();

    const theme::ThemeController& m_theme;
    Clock m_clock;
    HeldCardState m_view;
    std::optional<conversation::Timestamp> m_settledAt; ///< when this message appeared here
    Mode m_mode = Mode::Read;
    HeldEdit m_edit; ///< what the person made of it so far
    HeldDrop m_drop;
    QString m_problem; ///< why it did not go
    QTimer m_tick;
    QWidget* m_body = nullptr;
    QPlainTextEdit* m_editor = nullptr;
    QLineEdit* m_reason = nullptr;
    theme::ComboBox* m_recipient = nullptr;
    QPushButton* m_letGo = nullptr;
    theme::TextLabel* m_age = nullptr;
};

} // namespace quarterdeck::ui
