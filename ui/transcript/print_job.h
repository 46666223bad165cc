#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/present/members.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QPageLayout>
#include <QTimer>
#include <memory>
#include <optional>

class QPrinter;
class QWebEngineView;

namespace quarterdeck::ui::transcript {

class PrintSheet;

/// Rows of a channel to be printed.
struct PrintRequest
{
    conversation::SessionId session;
    conversation::ChannelKey channel;
    std::optional<conversation::EventSeq> asOf; ///< replay: the moment; empty = live
    conversation::Ordinal first;
    conversation::Ordinal last; ///< included
    std::int64_t total = 0;     ///< rows in the channel (at that moment)
    QString title;              ///< above the first row
    QString channelName;
    QString language; ///< "en" or "zh_CN": for dates
    Presentation presentation;
};

/// More rows at once take too long and too much memory.
inline constexpr std::int64_t mostPrintedRows = 1'000;

/// The outcome: neither an error nor cancelled = done.
struct PrintReport
{
    std::optional<session::Error> error;
    bool isCancelled = false;
};

/// A4, or Letter where that is customary, in portrait.
[[nodiscard]] QPageLayout usualPage();

/// Prints rows of a channel: a hidden page of its own, always in the light theme and containing all of them, becomes a
/// PDF or goes to a printer. Used once. If the page crashes or hangs it is retried a few times, without what it hung
/// on. Call registerTranscriptScheme and prepareRendering before making the first one. Thread: ui.
class PrintJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PrintJob)
public:
    /// Only the fonts of `look` are used.
    PrintJob(std::shared_ptr<session::Library> library, const theme::Theme& look, PrintRequest request,
             QObject* parent = nullptr);
    ~PrintJob() override;

    /// `finished` follows. The file is written whole or not at all, and replaces an existing one.
    void toPdf(const QString& path, const QPageLayout& layout = usualPage());
    /// The same on paper.
    void toPrinter(std::unique_ptr<QPrinter> printer);
    /// `finished` follows at once; a file already being written is completed, and the printer prints what it has.
    void cancel();

signals:
    /// Rows set so far, out of all; then, with `isLaidOut`, they are made into pages.
    void progressed(int rows, int of, bool isLaidOut);
    void finished(const quarterdeck::ui::transcript::PrintReport& report);

private:
    void begin(std::function<void()> whenReady);
    void makePdf(const QString& path, const QPageLayout& layout);
    void save(const QString& path, const QByteArray& pdf);
    void print();
    void finish(PrintReport report);
    void fail(const QString& sentence);

    std::unique_ptr<QPrinter> m_printer;
    std::unique_ptr<PrintSheet> m_sheet;    ///< while it works
    std::unique_ptr<QWebEngineView> m_view; ///< gives a printer the pages; destroyed before the sheet
    int m_rows;
    QTimer m_patience; ///< while pages are made from the rows
    bool m_isWriting = false;
    bool m_isFinished = false;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
