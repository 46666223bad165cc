#pragma once

#include "ui/panels/composer.h"
#include "ui/theme/theme.h"

#include <QFrame>
#include <QPlainTextEdit>

#include <functional>

class QKeyEvent;

namespace quarterdeck::ui {

/// The text of the next message: plain text, two lines at rest and twelve at most. Enter asks to send, Shift+Enter
/// breaks the line; pasted or dropped images and files are passed on. Thread: ui.
class ComposerEdit final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComposerEdit)
public:
    explicit ComposerEdit(const theme::ThemeController& theme, QWidget* parent = nullptr);

    using NamesLength = std::function<qsizetype(const QString& typed)>;
    /// Finds where the names at the start of a text end; only the routing rules know names that contain blanks.
    void setNamesLength(NamesLength namesLength) { m_namesLength = std::move(namesLength); }
    [[nodiscard]] qsizetype namesLength(const QString& typed) const { return m_namesLength ? m_namesLength(typed) : 0; }
    /// The `@token` at the start of the text that contains the cursor, with its @; empty if there is none.
    [[nodiscard]] QString addressToken() const;
    /// Replaces that token by `@name `.
    void completeAddress(const QString& name);
    /// Inserts an @ where another name can be written: after the leading names.
    void startAddress();
    /// Passes on the files or the image of what was pasted or dropped.
    void take(const QMimeData& source);
    void applyTheme();

    /// The text as it would be with this address token; empty = as it is.
    [[nodiscard]] QString textWith(const QString& address) const;

signals:
    void sendPressed();
    void imagePasted(const QImage& image);
    void filesPasted(const QStringList& paths);
    /// Keys for an open completion: Up, Down, Tab, Enter, Escape. The receiver accepts the event to take it.
    void navigationKeyPressed(QKeyEvent* event);
    void focusChanged(bool hasFocus);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    [[nodiscard]] bool canInsertFromMimeData(const QMimeData* source) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    bool isTakenByCompletion(QKeyEvent& event);
    void fitHeight();
    [[nodiscard]] double textHeight(double enough) const;

    const theme::ThemeController& m_theme;
    NamesLength m_namesLength;
};

/// The completion above the composer: members and what naming each would do now. The text keeps the keyboard focus, and
/// keys are passed on.
class CompletionPopup final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CompletionPopup)
public:
    explicit CompletionPopup(const theme::ThemeController& theme, QWidget* parent);
    ~CompletionPopup() override;

    /// Hidden if there are no rows. Stays inside its parent; if the rows do not fit, it scrolls with the selection.
    void showRows(std::vector<CompletionRow> rows, int memberCount, const QPoint& bottomLeft);
    /// Takes Up, Down, Tab, Enter and Escape while it is open.
    bool handleKey(QKeyEvent& event);

    /// The name, as after an @, of the row that Enter would take; empty while it is hidden.
    [[nodiscard]] QString currentAddress() const;

signals:
    void currentChanged(); ///< also to none
    void chosen(const quarterdeck::ui::CompletionRow& row);

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    void retranslate();
    [[nodiscard]] int shownCount() const;
    [[nodiscard]] QRect rowRect(int row) const;
    [[nodiscard]] int rowAt(const QPoint& position) const;
    void paintRow(QPainter& painter, int row) const;
    double paintEffect(QPainter& painter, const QRectF& box, const CompletionRow& item) const;
    [[nodiscard]] double nameColumn() const;
    void paintHint(QPainter& painter) const;
    void setCurrent(int row);

    const theme::ThemeController& m_theme;
    std::vector<CompletionRow> m_rows;
    int m_memberCount = 0;
    int m_current = 0;
    int m_first = 0; ///< the topmost row shown
};

} // namespace quarterdeck::ui
