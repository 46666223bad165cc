#pragma once

#include "page_fixture.h"
#include "ui/transcript/row_presenter.h"

#include <nlohmann/json.hpp>

/// Rows, and what the presenter makes of them.
namespace quarterdeck::test {

inline nlohmann::json present(const session::Row& row, const ui::transcript::RowExtras& extras = {},
                              ui::transcript::Presentation presentation = threeMembers())
{
    return ui::transcript::RowPresenter(std::move(presentation)).present(row, extras);
}

inline session::Row rowOf(conversation::EventBody body) { return {{6}, {{7}, {1'000}, 0, std::move(body)}, {}}; }

inline session::Row message(const char* from, conversation::AddressSet sendTo = {conversation::address::all})
{
    session::Row row = messageRow(6, from, "Hello");
    std::get<conversation::MessagePublished>(row.event.body).message.sendTo = std::move(sendTo);
    return row;
}

inline conversation::MessagePublished& published(session::Row& row)
{
    return std::get<conversation::MessagePublished>(row.event.body);
}

inline conversation::QuestionAsked fourOrFive()
{
    conversation::QuestionAsked asked;
    asked.question.id = conversation::QuestionId("q1");
    asked.question.asker = conversation::RoleName("Bob");
    asked.question.text = "4x4 or 5x5?";
    asked.question.options = {{"4x4", "the classic"}, {"5x5", ""}};
    asked.question.defaultOption = "4x4";
    asked.question.askedAt = {1'000};
    return asked;
}

} // namespace quarterdeck::test
