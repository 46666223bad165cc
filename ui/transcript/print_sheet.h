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
    [[nodiscard]] bool isUserActing() const override { return false; }
    void take(const PageCall& call) override;
    void on(const calls::Ready&);
    void on(const calls::RequestRows& call);
    void on(const calls::Painted&);
    void on(const calls::Drawing& call);
    void on(const calls::RenderDiagram& call);
    /// Nothing else is done there.
    template <typename Call>
    void on(const Call&)
    { }

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
