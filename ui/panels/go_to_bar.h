#pragma once

#include "ui/present/go_to_target.h"
#include "ui/theme/input_bar.h"

namespace quarterdeck::ui {

/// Goes to a message by its number or to a time. Enter goes. Thread: ui; the theme must outlive it.
class GoToBar final : public InputBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GoToBar)

public:
    explicit GoToBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setPlace(const view::GoToTarget& place);

signals:
    void wanted();

private:
    void enter(Qt::KeyboardModifiers modifiers) override;
    void retranslate() override;

    view::GoToTarget m_place;
};

} // namespace quarterdeck::ui
