#pragma once

#include "ui/present/notice.h"
#include "ui/theme/surface.h"

#include <QHash>
#include <QWidget>

#include <chrono>

class QPushButton;
class QTextLayout;
class QVBoxLayout;

namespace quarterdeck::ui {

class NoticeBoard;

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

/// The board's notices over the top of the page, which they do not move; hidden while there are none. A new one comes
/// below those that are there, at most three are visible, and the oldest make room. While the pointer is over them none
/// moves or goes by itself. Those about a session are seen with it alone. Thread: ui; theme and board must outlive it.
class BannerStack final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BannerStack)

public:
    /// `passingTime`: how long a notice stays that goes away by itself.
    BannerStack(const theme::ThemeController& theme, NoticeBoard& board, QWidget* parent = nullptr,
                std::chrono::milliseconds passingTime = std::chrono::seconds(8));

    /// The one that is shown from now on.
    void setSession(const QString& session);
    int count() const { return static_cast<int>(m_banners.size()); }

signals:
    /// It needs another height.
    void resized();

protected:
    void changeEvent(QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void show(const view::Notice& notice);
    void dismiss(const QString& id);
    void retranslate();
    QWidget* makeBanner(const view::Notice& notice);
    QPushButton* makeButton(QWidget& box, const QString& name, const QString& text);
    void arrange();
    static void fill(QWidget& banner, const view::Notice& notice);
    /// Changes only its words, so that a button stays under the pointer. False: it needs another banner.
    bool reword(const view::Notice& notice);

    const theme::ThemeController& m_theme;
    NoticeBoard& m_board;
    QVBoxLayout* m_column;
    QHash<QString, QWidget*> m_banners;
    QHash<QString, view::Notice> m_notices;
    QString m_session;
    bool m_isPointedAt = false;
    QStringList m_passed; ///< would be gone if the pointer were not over them
    std::chrono::milliseconds m_passingTime;
};

} // namespace quarterdeck::ui
