#pragma once

#include "model/session/search.h"

#include <QStringView>

#include <optional>

namespace quarterdeck::session {

/// Removes the next phrase from a text that is not empty: a quotation, or what precedes white space or a quotation
/// mark. Empty for white space and empty quotations; the text gets shorter in any case.
[[nodiscard]] std::optional<SearchPhrase> parsePhrase(QStringView& text);

/// Starts a quotation, for `parsePhrase`.
[[nodiscard]] bool opensQuotation(QChar character);

} // namespace quarterdeck::session
