#pragma once

#include "ui/images/image_input.h"
#include "ui/theme/theme.h"

#include <QWidget>
#include <vector>

class QGridLayout;

namespace quarterdeck::ui {

/// The images that will go with a message or an answer: a thumbnail each, removed by a click or Delete. Hidden while
/// empty.
class AttachmentStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AttachmentStrip)
public:
    /// `inset`: design pixels left free on either side.
    AttachmentStrip(const theme::ThemeController& theme, double inset, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<PickedImage>& images() const { return m_images; }
    void add(PickedImage image);
    void clear();

signals:
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Thumbnail;
    void rebuild();
    void arrange();
    void remove(std::size_t index);

    const theme::ThemeController& m_theme;
    double m_inset;
    std::vector<PickedImage> m_images;
    std::vector<Thumbnail*> m_thumbnails;
    QGridLayout* m_grid = nullptr;
    int m_columns = 0;
};

} // namespace quarterdeck::ui
