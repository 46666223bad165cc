#pragma once

#include <QComboBox>

namespace quarterdeck::ui::theme {

class ThemeController;

/// One of several, in a field of 28 px in the look of the design; an editable one takes what is in no list, too. It is
/// as wide as its place, not as its longest entry. Thread: ui; the theme must outlive it.
class ComboBox final : public QComboBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComboBox)

public:
    explicit ComboBox(const ThemeController& theme, QWidget* parent = nullptr);

    /// Any text may be typed.
    void setFreeText();
    /// Its own object name and accessible name, and those of its parts.
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
