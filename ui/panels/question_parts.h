#pragma once

#include "model/conversation/ids.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QString>

#include <optional>
#include <vector>

class QMimeData;

namespace quarterdeck::ui {

/// Where an answer is typed. Pasted or dropped images are passed on. Thread: ui.
class AnswerField final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AnswerField)
public:
    explicit AnswerField(const QString& text, QWidget* parent = nullptr);

signals:
    void imageFilesChosen(const QStringList& paths);
    void imagePasted(const QImage& image);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(const QMimeData& given);
};

/// An answer to choose. A long label wraps, up to four lines. A past one is drawn flat and inactive.
class OptionButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OptionButton)
public:
    struct Look
    {
        QString label;
        bool isDefault = false;
        bool isPast = false;
    };
    OptionButton(const theme::ThemeController& theme, Look look, QWidget* parent);

    /// Whether the label needs a row of its own among others of `width`.
    [[nodiscard]] bool isWiderThan(int width) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont labelFont() const;
    [[nodiscard]] int innerWidth(int width) const;
    [[nodiscard]] std::vector<QString> linesFor(int width) const;

    const theme::ThemeController& m_theme;
    Look m_look;
};

/// A unified diff: added and removed lines in their colours, as tall as its lines up to twelve. Of a long one only the
/// first lines, since each costs the editor a block and a selection.
class DiffView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiffView)
public:
    DiffView(const theme::ThemeController& theme, const QString& diff, QWidget* parent);

    /// Lines that are not shown.
    [[nodiscard]] int leftOut() const { return m_leftOut; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void colourLines();

    const theme::ThemeController& m_theme;
    int m_leftOut = 0;
};

} // namespace quarterdeck::ui

namespace quarterdeck::ui::theme {
class RingLabel;
class TextLabel;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

/// A deadline, and the time it is measured from.
struct DeadlineClock
{
    conversation::Timestamp deadline;
    std::optional<conversation::Timestamp> askedAt;
    conversation::Timestamp now;
    bool isPaused = false;
    bool isPast = false; ///< of a question that is over: nothing is urgent any more

    /// As a ring that empties, and in words beside it.
    void showOn(theme::RingLabel& ring, theme::TextLabel& words) const;
};

/// How long a question has waited: "waiting 12 min"; "just now" below a minute. Without line breaks.
[[nodiscard]] QString ageWords(std::int64_t ms);

} // namespace quarterdeck::ui
