#pragma once

#include "session/search.h"

#include <QStringView>

#include <optional>

namespace quarterdeck::session {

/// Takes the next phrase off a text that is not empty: a quotation, or what stands up to white space or a quotation
/// mark. Empty for white space and a quotation of nothing; the text is shorter in any case.
[[nodiscard]] std::optional<SearchPhrase> takePhrase(QStringView& text);

/// It begins a quotation, for `takePhrase`.
[[nodiscard]] bool opensQuotation(QChar character);

} // namespace quarterdeck::session
