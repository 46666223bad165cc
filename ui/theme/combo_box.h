#pragma once

#include <QComboBox>

namespace quarterdeck::ui::theme {

class ThemeController;

/// One choice of several, in a field of 28 px in the design's look; an editable one also accepts other text. As wide as
/// its place, rather than its longest entry. Thread: ui; the theme must outlive it.
class ComboBox final : public QComboBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComboBox)

public:
    explicit ComboBox(const ThemeController& theme, QWidget* parent = nullptr);

    /// Any text may be typed.
    void setFreeText();
    /// The object names and accessible names of it and its parts.
    void setNames(const QString& objectName, const QString& accessibleName);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void dress();
    void placeEdit();

    const ThemeController& m_theme;
};

} // namespace quarterdeck::ui::theme
