#pragma once

#include "model/conversation/error.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QImage>
#include <QPointer>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace quarterdeck::ui {

namespace theme {
class Surface;
class TextLabel;
} // namespace theme

class ImageCanvas;

/// One image that has not been read yet.
struct ViewerImage
{
    QString key;  ///< how `read` finds it: its hash
    QString name; ///< as given; untrusted
};

/// Covers its window and shows images one by one: zoom by wheel and + - 0, drag, arrows for next and previous, Home and
/// End, save, copy; Escape closes. Images are checked and decoded off the ui thread. Thread: ui.
class ImageViewer final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImageViewer)
public:
    struct SavePlace
    {
        QString path;            ///< empty: the person changed their mind
        bool mayReplace = false; ///< the person was asked about the existing file
    };
    /// What the viewer asks of its surroundings. Answers come on the ui thread, now or later; late ones are dropped.
    struct Services
    {
        std::function<void(const QString& key, std::function<void(conversation::Result<QByteArray>)> done)> read;
        /// Asks where to save; without it a file dialog does.
        std::function<void(const QString& proposedName, std::function<void(SavePlace)> chosen)> askSavePlace;
    };

    ImageViewer(const theme::ThemeController& theme, Services services, QWidget* window);
    ~ImageViewer() override;

    /// Shows image `index` of `images` and takes the focus. With `hasMore`, others follow through `extend`.
    void open(std::vector<ViewerImage> images, int index, bool hasMore = false);
    /// Adds images before and after those; the current one stays. Ignored while it is closed.
    void extend(std::vector<ViewerImage> before, std::vector<ViewerImage> behind);
    /// All images are there: from now on it shows the current number and the total.
    void complete();
    /// Hides it and returns the focus.
    void dismiss();
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] int count() const { return static_cast<int>(m_images.size()); }
    [[nodiscard]] double zoom() const;

signals:
    void closed();
    void saved(const QString& path);
    void failed(const QString& sentence); ///< for a banner: why it was not saved or cannot be shown

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Loaded;
    void buildBar();
    void applyTheme();
    void retranslate();
    void show(int index);
    void showOther(int index);
    void handleKey(int key);
    void decode(const QByteArray& bytes);
    void take(const conversation::Result<Loaded>& loaded);
    void refuse(const QString& sentence);
    void refreshWords();
    void save();
    void writeTo(const SavePlace& place);
    void copy();
    void keepFocus(const QWidget* now);
    QToolButton* addButton(const char* objectName, int icon, std::function<void()> clicked);

    const theme::ThemeController& m_theme;
    Services m_services;
    std::vector<ViewerImage> m_images;
    int m_index = 0;
    bool m_hasMore = false; ///< others may still come
    quint64 m_request = 0;  ///< the newest; answers to older ones are dropped
    QByteArray m_bytes;
    QString m_mediaType;
    QPointer<QWidget> m_focusBefore;

    theme::Surface* m_bar = nullptr;
    QHBoxLayout* m_row = nullptr;
    theme::TextLabel* m_name = nullptr;
    theme::TextLabel* m_facts = nullptr;
    theme::TextLabel* m_problem = nullptr;
    theme::TextLabel* m_zoomWords = nullptr;
    ImageCanvas* m_canvas = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QToolButton* m_zoomOut = nullptr;
    QToolButton* m_zoomIn = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_save = nullptr;
    QToolButton* m_close = nullptr;
};

} // namespace quarterdeck::ui
