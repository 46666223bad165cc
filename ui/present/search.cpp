#include "ui/present/markdown_marks.h"
#include "ui/present/present.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui::present {

namespace {

class Search
{
    Q_DECLARE_TR_FUNCTIONS(Search)
};

/// The excerpt piece by piece, since naming invisible characters makes it longer.
void addExcerpt(const session::SearchHit& hit, view::FoundMessage& message)
{
    const std::vector<session::TextRange> left = markdownMarks(hit.excerpt);
    const auto addText = [&](std::size_t begin, std::size_t end) {
        if (begin < end)
            message.excerpt += wording::visibleText(hit.excerpt.substr(begin, end - begin));
    };
    // The words without their mark-up.
    const auto add = [&](std::size_t begin, std::size_t end) {
        for (const session::TextRange& mark : left) {
            if (mark.end <= begin || mark.begin >= end)
                continue;
            addText(begin, mark.begin);
            begin = std::max(begin, mark.end);
        }
        addText(begin, end);
    };
    std::size_t at = 0;
    for (const session::TextRange& mark : hit.marks) {
        add(at, mark.begin);
        const auto begin = static_cast<int>(message.excerpt.size());
        add(mark.begin, mark.end);
        message.marks.push_back({begin, static_cast<int>(message.excerpt.size()) - begin});
        at = mark.end;
    }
    add(at, hit.excerpt.size());
}

} // namespace

view::FoundMessage foundMessage(const session::SearchHit& hit, const session::SessionSummary& session)
{
    view::FoundMessage message;
    message.session = QString::fromStdString(hit.place.session.str());
    message.row = hit.row;
    message.seq = hit.place.seq;
    const bool isPerson = hit.speaker == conversation::address::person.str();
    message.speaker = isPerson ? Search::tr("You") : wording::visibleText(hit.speaker);
    message.title = titleOf(session.title, session.isScripted);
    message.isPrivate = hit.isPrivate;
    if (session.areTimesKnown)
        message.time = hit.time;
    addExcerpt(hit, message);
    return message;
}

} // namespace quarterdeck::ui::present
