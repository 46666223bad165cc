#include "ui/transcript/search_json.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::ui::transcript {

nlohmann::json searchJson(const Search& search, int generation, bool isToReveal)
{
    using nlohmann::json;
    json phrases = json::array();
    for (const session::SearchPhrase& phrase : search.phrases)
        phrases.push_back({{"text", phrase.text}, {"prefix", phrase.isPrefix}});
    json value{{"generation", generation},
               {"phrases", std::move(phrases)},
               {"current", search.current ? search.current->value : -1},
               {"fromEnd", search.isFromEnd},
               {"reveal", isToReveal}};
    if (search.rows) {
        json rows = json::array();
        for (const conversation::Ordinal row : *search.rows)
            rows.push_back(row.value);
        value["rows"] = std::move(rows);
    }
    return value;
}

} // namespace quarterdeck::ui::transcript
