#pragma once

#include "ui/panels/needs_you_panel.h"

#include <QAbstractButton>
#include <QTimer>

class QBoxLayout;
class QGridLayout;
class QToolButton;

namespace quarterdeck::ui::theme {
class GlyphLabel;
class RingLabel;
class TextLabel;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

/// A question of another session: who asks what and why, from where, for how long, and how long it will wait. Leads to
/// its session; only its deadline can be paused right here.
class OtherQuestion final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OtherQuestion)
public:
    OtherQuestion(const theme::ThemeController& theme, NeedsYouPanel::Clock clock, OtherQuestionView view,
                  QWidget* parent);

    void setView(const OtherQuestionView& view);

signals:
    void deadlinePauseRequested(bool isPaused);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void arrange();
    [[nodiscard]] QBoxLayout* makeHead();
    void applyTheme();
    void say();
    void tellTime();

    const theme::ThemeController& m_theme;
    NeedsYouPanel::Clock m_clock;
    OtherQuestionView m_view;
    QTimer m_tick;
    QGridLayout* m_grid;
    theme::GlyphLabel* m_glyph;
    theme::TextLabel* m_asker;
    theme::TextLabel* m_asks;
    theme::RingLabel* m_ring;
    theme::TextLabel* m_left;
    QToolButton* m_pause;
    theme::TextLabel* m_text;
    theme::TextLabel* m_reason;
    theme::TextLabel* m_from;
};

/// "2 more in “Migrate the price tables”": leads to the session with these questions.
class OtherSessionLine final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OtherSessionLine)
public:
    OtherSessionLine(const theme::ThemeController& theme, const OtherSessionView& other, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString wordsWith(const QString& title) const;

    const theme::ThemeController& m_theme;
    QString m_title;
    int m_questions = 0;
    int m_held = 0;
    bool m_isMore = false;
};

} // namespace quarterdeck::ui
