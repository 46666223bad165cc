#pragma once

#include "model/session/library.h"
#include "ui/images/remote_images.h"
#include "ui/present/members.h"
#include "ui/theme/role_look.h"
#include "ui/transcript/transcript_values.h"

#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QWebEngineView;

namespace quarterdeck::ui::theme {
class ThemeController;
}

namespace quarterdeck::ui::transcript {

class PaintMarker;
class ScrollMap;
class TranscriptPage;

/// The transcript: the page, and the scroll map to its right. A page that crashed or hung comes back at the same place.
/// Before making the first one: registerTranscriptScheme (before QApplication) and prepareRendering. Thread: ui.
class TranscriptView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptView)
public:
    /// `theme` must outlive this; its changes are followed. Starts to load the page.
    TranscriptView(std::shared_ptr<session::Library> library, const theme::ThemeController& theme,
                   QWidget* parent = nullptr);
    ~TranscriptView() override;

    /// "en" or "zh_CN": for dates. The words follow the installed translators (LanguageChange).
    void setLanguage(const QString& language);
    [[nodiscard]] const QString& language() const { return m_language; }
    /// The team and the state of its questions. Call it before opening the channel that it belongs to, and on each
    /// change.
    void setPresentation(const Presentation& presentation);

    void edit(EditCommand what);
    /// Those that were loaded.
    [[nodiscard]] RemoteImages& pictures() const { return *m_pictures; }
    /// Search matches rather than read marks: replaces all marks.
    void setMarks(std::vector<ScrollMark> marks);

    /// Calls back once what the page painted last is on the screen, so that a grabbed picture shows it; with false if
    /// that did not happen within 10 s. `done` may grab the program's windows.
    void whenPainted(std::function<void(bool isPainted)> done);
    /// What is shown in it, and what is done there; owned by this.
    [[nodiscard]] TranscriptPage& page() const { return *m_page; }
    /// For tests and the keyboard focus; owned by this.
    [[nodiscard]] QWebEngineView& webView() const { return *m_view; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectMap();
    void restyle();
    void fitRail();
    void retranslate();

    const theme::ThemeController& m_theme;
    RemoteImages* m_pictures;
    TranscriptPage* m_page;
    QWebEngineView* m_view;
    ScrollMap* m_map;
    PaintMarker* m_marker;
    QString m_language = QStringLiteral("en");
    theme::RailMode m_rail = theme::RailMode::All;
};

} // namespace quarterdeck::ui::transcript
