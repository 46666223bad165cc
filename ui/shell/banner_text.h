#pragma once

#include <QWidget>

class QTextLayout;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// What happened, in bold, and what it means, as one wrapping text, so that neither can push the other out. Elided
/// after six lines; the tooltip then has the whole. Plain text. Thread: ui.
class BannerText final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BannerText)

public:
    BannerText(const theme::ThemeController& theme, const QString& what, const QString& meaning, QWidget* parent);

    void setTexts(const QString& what, const QString& meaning);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QString text() const;
    /// Breaks at `width`; returns the number of lines to show.
    int breakLines(QTextLayout& layout, double width) const;

    const theme::ThemeController& m_theme;
    QString m_what;
    QString m_meaning;
};

} // namespace quarterdeck::ui
