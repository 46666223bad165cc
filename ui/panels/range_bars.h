#pragma once

#include "ui/theme/surface.h"

#include <cstdint>

class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace quarterdeck::ui::view {

/// Messages that are to be copied.
struct CopiedRange
{
    std::int64_t first = 1; ///< row, from 1
    std::int64_t count = 0; ///< rows; 0 = the last one is not chosen yet
    std::int64_t read = 0;  ///< rows that are ready
    bool operator==(const CopiedRange&) const = default;
};

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
}

/// A line below the channels while a range of messages is copied: asks for the last one, then shows the progress. Esc
/// or its button gives up. Hidden until opened. Thread: ui; the theme must outlive it.
class CopyRangeBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CopyRangeBar)

public:
    explicit CopyRangeBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setRange(const view::CopiedRange& range);
    void open();
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }

signals:
    void toEndRequested();
    /// By the person or by `close`.
    void closed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void resizeParts();
    void retranslate();

    theme::TextLabel* m_says;
    QPushButton* m_toEnd;
    QToolButton* m_close;
    view::CopiedRange m_range;
};

/// A line below the channels while messages are printed: asks which ones and where to, then shows the progress. Esc or
/// its button gives up. Hidden until opened. Thread: ui; the theme must outlive it.
class PrintBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PrintBar)

public:
    /// Rows of the channel are numbered from 1.
    struct Choice
    {
        std::int64_t first = 1;
        std::int64_t last = 1;
        std::int64_t total = 1; ///< at least 1
        std::int64_t most = 1;  ///< at once
        bool toFile = false;    ///< what Enter does
    };

    explicit PrintBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Shows it and focuses the first number.
    void ask(const Choice& choice);
    [[nodiscard]] bool isAsking() const { return isOpen() && m_of == 0; }
    /// `isLaidOut`: all rows are set, and are being made into pages.
    void showProgress(int rows, int of, bool isLaidOut);
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }

signals:
    void fileRequested(std::int64_t first, std::int64_t last);
    void paperRequested(std::int64_t first, std::int64_t last);
    /// By the person or by `close`.
    void closed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void connectParts();
    void resizeParts();
    void retranslate();
    void refresh();
    void choose(bool toFile);
    [[nodiscard]] bool isPossible() const;

    theme::TextLabel* m_says;
    QLineEdit* m_first;
    theme::TextLabel* m_to;
    QLineEdit* m_last;
    theme::TextLabel* m_note;
    QPushButton* m_paper;
    QPushButton* m_file;
    QToolButton* m_close;
    Choice m_choice;
    int m_rows = 0;
    int m_of = 0; ///< while printing
    bool m_isLaidOut = false;
};

} // namespace quarterdeck::ui
