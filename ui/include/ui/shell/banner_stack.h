#pragma once

#include "ui/theme/surface.h"
#include "ui/view/notice.h"

#include <QHash>
#include <chrono>

class QPushButton;
class QVBoxLayout;

namespace quarterdeck::ui {

/// Notices between the tabs and the page; takes no room while there are none. The newest is on top, at most three are
/// visible, and older ones return when those are closed. Thread: ui; the theme must outlive it.
class BannerStack final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BannerStack)

public:
    /// `passingTime`: how long a notice stays that goes away by itself.
    explicit BannerStack(const theme::ThemeController& theme, QWidget* parent = nullptr,
                         std::chrono::milliseconds passingTime = std::chrono::seconds(8));

    void show(const view::Notice& notice);
    void dismiss(const QString& id);
    int count() const { return static_cast<int>(m_banners.size()); }

signals:
    void buttonClicked(const QString& id);
    void otherButtonClicked(const QString& id);
    void closed(const QString& id); ///< by the person

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void dismissOldNews();
    QWidget* makeBanner(const view::Notice& notice);
    QPushButton* makeButton(QWidget& box, const QString& name, const QString& text);
    void arrange();
    static void fill(QWidget& banner, const view::Notice& notice);
    /// Changes only its words, so that a button stays under the pointer. False: it needs another banner.
    bool reword(const view::Notice& notice);

    const theme::ThemeController& m_theme;
    QVBoxLayout* m_column;
    QHash<QString, QWidget*> m_banners;
    QHash<QString, view::Notice> m_notices;
    std::chrono::milliseconds m_passingTime;
};

} // namespace quarterdeck::ui
