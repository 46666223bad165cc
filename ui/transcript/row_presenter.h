#pragma once

#include "model/session/library.h"
#include "model/session/session.h"
#include "ui/present/members.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <set>

namespace quarterdeck::ui::transcript {

/// What is known of a row besides the row itself; read for the few rows that need it.
struct RowExtras
{
    std::optional<conversation::QuestionEnd> laterEnd;       ///< replay: how the open question ended later
    std::optional<conversation::Timestamp> privateChatStart; ///< of the private chat that ends with this row
};

/// Turns rows of the log into the page's JSON: who speaks to whom is taken from the log, never from a text. Pure;
/// thread: any (its sentences are in the application's language).
class RowPresenter
{
public:
    /// `plainRows`: those that the page could not draw. They are shown as they are in the log, shortened.
    explicit RowPresenter(Presentation presentation, std::set<conversation::EventSeq> plainRows = {});

    /// One row, as `Row` of contract.ts.
    [[nodiscard]] nlohmann::json present(const session::Row& row, const RowExtras& extras = {}) const;
    /// `Team` of contract.ts: the person and the members, in the order of their lanes.
    [[nodiscard]] nlohmann::json team() const;
    /// A running reply's speaker, recipients and privacy; `draft` of contract.ts without its generation.
    [[nodiscard]] nlohmann::json draftHead(const session::StreamingMessage& draft) const;

    [[nodiscard]] const Presentation& presentation() const { return m_presentation; }
    [[nodiscard]] const std::set<conversation::EventSeq>& plainRows() const { return m_plainRows; }

private:
    Presentation m_presentation;
    std::set<conversation::EventSeq> m_plainRows;
};

} // namespace quarterdeck::ui::transcript
