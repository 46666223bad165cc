#pragma once

#include "ui/panels/needs_you_panel.h"

#include <QAbstractButton>

namespace quarterdeck::ui {

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
    bool m_isMore = false;
};

} // namespace quarterdeck::ui
