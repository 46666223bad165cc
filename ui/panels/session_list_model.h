#pragma once

#include "ui/present/sessions.h"

#include <QAbstractListModel>
#include <QHash>

#include <optional>
#include <span>
#include <vector>

namespace quarterdeck::ui {

/// The list of sessions as the panel shows it: "Needs you" if something waits, then the groups with their
/// headings, then, during a search, the messages found. Projects the rows it was given; filters by title and tags.
/// Rows keep their identity over updates, even when they move, so persistent indexes follow them. Lives on the ui
/// thread.
class SessionListModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionListModel)

public:
    enum class Kind { NeedsYou, Heading, Session, Message, Note };
    enum Role { KindRole = Qt::UserRole, RowRole, CurrentRole, WhenRole, CountRole, MessageRole };

    explicit SessionListModel(QObject* parent = nullptr);

    void setSessions(view::SessionRows rows) { setSharedSessions(shared(std::move(rows))); }
    /// None is null. A row passed by the same pointer as before is not examined again.
    void setSharedSessions(view::SharedSessionRows rows);
    [[nodiscard]] static view::SharedSessionRows shared(view::SessionRows rows);
    void setFilter(const QString& text);
    void setFound(view::FoundMessages found);
    const view::FoundMessages& found() const { return m_found; }
    void setOrder(view::SessionOrder order);
    view::SessionOrder order() const { return m_order; }
    /// Bytes by session id, shown when the list is sorted by size.
    void setSizes(QHash<QString, qint64> sizes);
    /// The archive always shows what matches a search.
    void setArchiveShown(bool isShown);
    bool isArchiveShown() const { return m_isArchiveShown; }
    void setNeedsYou(int count);
    void setCurrent(const QString& sessionId);
    /// The time from which ages are measured; the panel updates it.
    void setNow(conversation::Timestamp now);

    /// Rows are being inserted or removed: a view's current row is nobody's choice meanwhile.
    bool isChanging() const { return m_isChanging; }

    /// Whether any session in the list is in that state.
    bool isShown(theme::StateGlyph glyph) const;
    int sessionCount() const { return static_cast<int>(m_rows.size()); }
    QModelIndex indexOf(const QString& sessionId) const;
    /// The row of the first archived session, right below its heading; -1 if none is shown.
    int firstArchived() const;
    /// The row of the first message found, right below its heading; -1 if there is none.
    int firstFound() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    void retranslate();

signals:
    /// Rows were inserted, removed or moved, and all of that is done.
    void rowsSettled();

private:
    /// From top to bottom.
    enum class Group { Pinned, Running, Today, Earlier, Samples, Sorted, Archive, Messages };
    struct Entry
    {
        Kind kind = Kind::Session;
        Group group = Group::Running;
        view::SharedSessionRow row = {};                        ///< of a Session
        std::shared_ptr<const view::FoundMessage> message = {}; ///< of a Message

        bool isSameThing(const Entry& other) const;
        /// An arbitrary order in which equal entries compare equal.
        static bool isBefore(const Entry& a, const Entry& b);
        bool operator==(const Entry& other) const;
    };

    Group groupOf(const view::SessionRow& row) const;
    QString headingOf(Group group) const;
    bool isWanted(const view::SessionRow& row) const;
    /// Runs when rows or the order change, not at every tick of the clock.
    void sortRows();
    QString toolTipOf(const view::SessionRow& row) const;
    QString whenOf(const view::SessionRow& row) const;
    QString accessibleText(const Entry& entry) const;
    QString accessibleText(const view::FoundMessage& message) const;
    QString noteOnFound() const;
    void addSessions(std::vector<Entry>& entries) const;
    void addFound(std::vector<Entry>& entries) const;
    std::vector<Entry> wanted() const;
    void rebuild();
    void exchange(std::span<const Entry> next, std::size_t first, std::size_t count);
    void removeUnwanted(const std::vector<std::optional<std::size_t>>& goals, std::size_t first);
    void putInOrder(const std::vector<std::optional<std::size_t>>& goals, std::size_t first);
    void insertMissing(std::span<const Entry> next, const std::vector<bool>& isThere, std::size_t first);

    view::SharedSessionRows m_rows; ///< in order
    std::vector<Entry> m_entries;
    QString m_filter;
    view::FoundMessages m_found;
    view::SessionOrder m_order = view::SessionOrder::Activity;
    QHash<QString, qint64> m_sizes;
    bool m_isArchiveShown = false;
    bool m_isChanging = false;
    QString m_current;
    conversation::Timestamp m_now;
    conversation::Timestamp m_today; ///< when the day of `m_now` began
    int m_needsYou = 0;
};

} // namespace quarterdeck::ui

Q_DECLARE_METATYPE(quarterdeck::ui::view::SessionRow)
Q_DECLARE_METATYPE(quarterdeck::ui::view::FoundMessage)
