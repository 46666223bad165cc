#pragma once

#include "ui/theme/surface.h"

class QPushButton;

namespace quarterdeck::ui {

/// Offers what a search would find by now in addition: a line below the list, which moves nothing in it. Hidden while
/// there is nothing new. Thread: ui; the theme must outlive it.
class NewResultsBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewResultsBar)
public:
    explicit NewResultsBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `hasMore`: at least this many.
    void setCount(int count, bool hasMore = false);

signals:
    void wanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QPushButton* m_show;
    int m_count = 0;
    bool m_hasMore = false;
};

} // namespace quarterdeck::ui
