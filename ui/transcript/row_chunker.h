#pragma once

#include <QObject>
#include <QQueue>
#include <QString>
#include <QTimer>

namespace quarterdeck::ui::transcript {

/// Rows on their way to the page: the channel escapes every character on the ui thread, so a long text goes in pieces,
/// one per turn of the event loop. Later messages wait. Thread: ui.
class RowChunker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowChunker)
public:
    /// UTF-16 units sent at once: some milliseconds.
    static constexpr qsizetype longestPiece = 200'000;

    explicit RowChunker(QObject* parent = nullptr);

    void sendRows(const QString& json) { send({Kind::Rows, json}); }
    void sendChanged(const QString& json) { send({Kind::Changed, json}); }
    /// Nobody waits for them any more: another channel is opened, or the page is new.
    void forget();

signals:
    /// The next part of the text whose end `rows` or `changed` will bring; empty: what came so far is void.
    void part(const QString& text);
    void rows(const QString& end);
    void changed(const QString& end);

private:
    enum class Kind { Rows, Changed };
    struct Text
    {
        Kind kind = Kind::Rows;
        QString json;
    };
    void send(Text text);
    void sendNext();

    QQueue<Text> m_waiting;
    qsizetype m_sent = 0; ///< of the first
    QTimer m_turn;
};

} // namespace quarterdeck::ui::transcript
