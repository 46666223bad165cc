#pragma once

#include <string>

namespace quarterdeck::storage {

/// The library's file itself, whatever leads to it: the lock, SQLite's log and the copies lie beside the file and not
/// beside a link to it. Where there is no file, where it would be.
[[nodiscard]] std::string placeOf(const std::string& library);
/// It is a link to a file that is not there: its disk or its folder may be away.
[[nodiscard]] bool leadsNowhere(const std::string& library);

} // namespace quarterdeck::storage
