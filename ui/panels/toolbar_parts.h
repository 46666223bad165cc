#pragma once

#include "ui/present/open_session.h"
#include "ui/present/sessions.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QFont>
#include <QWidget>

#include <cstdint>
#include <optional>

class QAction;
class QPushButton;
class QWidget;

namespace quarterdeck::ui {

/// How the toolbar shows a run's state. Pure, except that the words are in the current language.
[[nodiscard]] theme::StateGlyph glyphOf(view::RunState run);
[[nodiscard]] theme::Color colorOf(view::RunState run);
[[nodiscard]] QString wordOf(view::RunState run);

/// The toolbar's button that tells whether the session's program is connected; its tooltip says by what, since when,
/// how busy it is, and what went wrong. It triggers `action`. Thread: ui.
[[nodiscard]] QPushButton* makeConnectionButton(const theme::ThemeController& theme, QAction& action, QWidget* parent);
/// Hidden without a connection; without text if there is little room.
void showConnection(const theme::ThemeController& theme, QPushButton& button,
                    const std::optional<view::Connection>& connection, bool isNarrow);

/// "Replay 09:46:52" on accent-soft, digits in cells so that it does not jitter. Thread: ui; `theme` must outlive it.
class ClockChip final : public QWidget
{
public:
    ClockChip(const theme::ThemeController& theme, QWidget* parent);

    /// "09:46:52"; empty hides it.
    void setClock(const QString& clock);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont font() const;

    const theme::ThemeController& m_theme;
    QString m_clock;
    QString m_word;
};

/// The session's cost, out of its budget, over a bar of 4 px. From 80 % of the budget on it is amber with a sign; it is
/// never red. A click opens the limits. Thread: ui; the theme must outlive it.
class BudgetGauge final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BudgetGauge)

public:
    explicit BudgetGauge(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `unpricedTokens`: all so far, if some have no price, so that a budget in money cannot be kept.
    void setValues(std::optional<double> dollars, std::optional<double> budget, std::int64_t unpricedTokens = 0);
    /// What a minute of work uses, in words; empty = unknown.
    void setBurn(const QString& words);
    /// Least: what it cost, and the bar.
    enum class Room { Wide, Narrow, Least };
    void setRoom(Room room);

    /// "$0.42"; empty = no price is known.
    [[nodiscard]] QString spent() const { return spent({}); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    double part() const;
    QString spent(const QString& unknown) const;
    void retranslate();

    const theme::ThemeController& m_theme;
    std::optional<double> m_dollars;
    std::optional<double> m_budget;
    std::int64_t m_unpricedTokens = 0;
    QString m_burn;
    Room m_room = Room::Wide;
};

} // namespace quarterdeck::ui
