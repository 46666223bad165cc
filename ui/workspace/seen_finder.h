#pragma once

#include "session/receiver.h"
#include "ui/workspace/viewed_session.h"

#include <QObject>
#include <memory>

namespace quarterdeck::team {
class SeenSearch;
struct SeenPrompt;
struct TeamDefinition;
} // namespace quarterdeck::team

namespace quarterdeck::ui {

/// Reads what the model was given of which a message came, when that was one of this program's agents. A message does
/// not change, so it is read once. Thread: ui.
class SeenFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SeenFinder)
public:
    explicit SeenFinder(ViewedSession& viewed, QObject* parent = nullptr);
    ~SeenFinder() override;

    /// `found` follows when there is something. The same event again asks for nothing.
    void find(const session::Event& event);
    void clear();
    /// Null when there is none, or it is not read yet.
    [[nodiscard]] const team::SeenPrompt* seen() const { return m_seen.get(); }
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] const QString& json() const { return m_json; }

signals:
    void found();

private:
    void countInbox(const conversation::RoleName& role, const session::Event& event, const team::TeamDefinition& team);
    void readOn(std::shared_ptr<team::SeenSearch> search, session::RowsRequest request);
    void take(const team::SeenSearch& search);

    ViewedSession& m_viewed;
    conversation::EventSeq m_seq;
    std::int64_t m_readings = 0; ///< an answer to an earlier one comes too late
    std::unique_ptr<team::SeenPrompt> m_seen;
    QString m_text;
    QString m_json;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
