#pragma once

#include "ui/theme/buttons.h"
#include "ui/theme/icons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QList>
#include <QMessageBox>
#include <QPushButton>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QVBoxLayout;

namespace quarterdeck::ui::theme {

/// Building blocks of forms and dialogs. Their texts are set later, with the language. Thread: ui.

class ThemeController;

[[nodiscard]] QPushButton* makeDialogButton(const ThemeController& theme, const char* objectName, QWidget* parent,
                                            ButtonKind kind = ButtonKind::Normal, Icon icon = Icon::None);
[[nodiscard]] QLabel* makeFieldLabel(const ThemeController& theme, QWidget* parent);
[[nodiscard]] QLineEdit* makeLineField(const char* objectName, QWidget* parent);
/// Several lines of plain text; `height` in px before the text scale.
[[nodiscard]] QPlainTextEdit* makeTextField(const ThemeController& theme, const char* objectName, int height,
                                            QWidget* parent);
[[nodiscard]] QSpinBox* makeNumberField(const ThemeController& theme, const char* objectName, int least, int most,
                                        QWidget* parent);
/// The label above its field.
void addField(QVBoxLayout& column, QLabel& label, QWidget& field);
/// The field's accessible name is the label's text.
void nameField(QLabel& label, const QString& text);
/// Deletes all widgets of the layout.
void removeAll(QLayout& layout);

struct WarningWords
{
    QString title;   ///< of its window
    QString what;    ///< the question
    QString meaning; ///< the consequences, and what cannot be undone
    QString button;  ///< that does it
};
/// Asks before something that cannot be undone; Cancel is the default. Deletes itself when closed; show it with `open`.
/// `doIt` is the button that does it. The texts are shown literally. Thread: ui.
struct WarningBox
{
    QMessageBox* box;
    QPushButton* doIt;
};
[[nodiscard]] WarningBox makeWarningBox(const ThemeController& theme, const QString& objectName,
                                        const WarningWords& words, QWidget* parent);

/// A check box of 16 px in the look of the design: filled with the accent when it is on. Thread: ui; the theme must
/// outlive it.
class PaintedCheckBox final : public QCheckBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaintedCheckBox)
public:
    explicit PaintedCheckBox(const ThemeController& theme, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override { return rect().contains(position); }

private:
    const ThemeController& m_theme;
};

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

/// One of a few, side by side in one frame. Arrow keys move between them. Thread: ui; the theme must outlive it.
class SegmentedChoice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SegmentedChoice)

public:
    explicit SegmentedChoice(const ThemeController& theme, QWidget* parent = nullptr);

    /// New names, in the same order; `objectNames` are for tests. The first is selected.
    void setChoices(const QStringList& objectNames, const QStringList& names);
    /// In another language.
    void setNames(const QStringList& names);
    /// In their order; they replace the names where there is little room.
    void setIcons(const QList<Icon>& icons);
    void setNarrow(bool on);
    void setCurrent(int index);
    [[nodiscard]] int current() const;

signals:
    /// By the person.
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void dress();

    const ThemeController& m_theme;
    QHBoxLayout* m_row;
    QButtonGroup* m_group;
    bool m_isNarrow = false;
};

} // namespace quarterdeck::ui::theme
