#pragma once

#include "ui/controllers/session_proxy.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui {

/// A choice of the person that is not sent yet.
struct PendingAnswer
{
    conversation::QuestionId id;
    std::shared_ptr<SessionProxy> asked;
    conversation::Intent intent;
    QString choice; ///< as it is shown
    conversation::Timestamp chosenAt;
    conversation::Timestamp due;
};

/// Choices that can still be taken back, each until it is due. They live nowhere else: whatever ends the program sends
/// none of them. Thread: ui.
class PendingAnswers final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PendingAnswers)
public:
    using Clock = std::function<conversation::Timestamp()>;
    explicit PendingAnswers(Clock clock, QObject* parent = nullptr);

    void add(PendingAnswer answer);
    /// Empty if it was sent. The id alone may be that of another session's question, too.
    std::optional<PendingAnswer> take(const conversation::SessionId& session, const conversation::QuestionId& id);
    [[nodiscard]] const PendingAnswer* find(const conversation::SessionId& session,
                                            const conversation::QuestionId& id) const;
    /// It is due then, rather than later.
    void hasten(const conversation::SessionId& session, const conversation::QuestionId& id,
                conversation::Timestamp due);
    [[nodiscard]] const std::vector<PendingAnswer>& all() const { return m_all; } ///< in the order of choosing
    [[nodiscard]] conversation::Timestamp now() const { return m_clock(); }

signals:
    /// It is to be sent now: `take` it.
    void due(const quarterdeck::conversation::SessionId& session, const quarterdeck::conversation::QuestionId& id);

private:
    [[nodiscard]] std::size_t placeOf(const conversation::SessionId& session, const conversation::QuestionId& id) const;
    void look();

    Clock m_clock;
    std::vector<PendingAnswer> m_all;
    QTimer m_timer;
};

} // namespace quarterdeck::ui
