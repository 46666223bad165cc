#pragma once

#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/page_profile.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/print_job.h"
#include "ui/transcript/row_source.h"
#include "ui/transcript/transcript_bridge.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWebChannel>

namespace quarterdeck::ui::transcript {

/// The page with rows as they are printed. Nobody sees or clicks it. Thread: ui.
class PrintSheet final : public QObject, private PageListener
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PrintSheet)
public:
    PrintSheet(std::shared_ptr<session::Library> library, const theme::Theme& look, PrintRequest request);
    ~PrintSheet() override;

    /// `ready` or `failed` follows.
    void load();
    [[nodiscard]] IsolatedPage& webPage() { return m_webPage; }
    [[nodiscard]] PageProfile& profile() { return m_profile; }

    /// Without anything from the page or the library for this long, it will not be ready.
    static constexpr int patienceMs = 60'000;

signals:
    /// This many rows are set; it may start over.
    void drawn(int rows);
    /// All rows, pictures and diagrams are in the page.
    void ready();
    void failed(const quarterdeck::session::Error& error);

private:
    [[nodiscard]] int generation() const override { return m_rows.generation(); }
    void onReady() override;
    void onRowsRequested(int generation, int request, int first, int count) override;
    void onVisibleRange(int, const VisibleRows&) override { }
    void onLineAtTop(int, const LineInRow&) override { }
    void onNoLineAtTop() override { }
    void onRail(const theme::RailLanes&) override { }
    void onPainted(int generation) override;
    void onDrawing(conversation::EventSeq seq) override;
    void onDrawAgain(conversation::EventSeq) override { }
    void onRowChosen(conversation::EventSeq) override { }
    void onKept(const QString&, const QString&) override { }
    [[nodiscard]] bool isUserActing() const override { return false; }
    void onAnswer(const conversation::QuestionId&, AnswerKind, const QString&) override { }
    void onLink(const QString&, const QString&) override { }
    void onImage(conversation::EventSeq, int) override { }
    void onImageCopied(conversation::EventSeq, int) override { }
    void onSave(conversation::EventSeq, const conversation::AttachmentHash&) override { }
    void onPicture(conversation::EventSeq, const QString&, PictureAction) override { }
    void onCopy(const QString&) override { }
    void onDiagram(const QString& key, const QString& source) override;
    void onDiagramOpened(const QByteArray&) override { }
    void onFoundBeyond(int, int) override { }
    void onFoundPlace(int, int, int) override { }
    void onRangeCopied(int, int) override { }
    void onAction(RowAction, conversation::EventSeq) override { }
    void onMenu(const MenuTarget&) override { }

    void connectParts();
    void recover();
    void fail(const session::Error& error);
    void sendDiagram(const QString& key, const QString& resultJson);

    PrintRequest m_request;
    QString m_setup;
    PageProfile m_profile; ///< before its page: destroyed after it
    IsolatedPage m_webPage;
    QWebChannel m_channel;
    TranscriptBridge m_bridge{*this};
    RowSource m_rows;
    DiagramRenderer m_diagrams;
    PageWatchdog m_watch{m_webPage};
    QTimer m_patience;
    ReloadLimiter m_budget;
    bool m_isNearer = false; ///< the row at fault is known, and will be text
    CrashSuspects m_unproven;
    QElapsedTimer m_clock;
    int m_drawn = 0;
    conversation::EventSeq m_lastDrawn;
    bool m_isOver = false; ///< ready or failed was emitted
};

} // namespace quarterdeck::ui::transcript
