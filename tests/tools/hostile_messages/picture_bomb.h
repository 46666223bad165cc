#pragma once

#include <string>

namespace quarterdeck::hostile {

/// A correct PNG of one colour, one bit a pixel: small as a file, huge when decoded.
[[nodiscard]] std::string pictureBomb(int width, int height);

} // namespace quarterdeck::hostile
