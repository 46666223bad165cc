#pragma once

#include "random.h"

#include <string>
#include <vector>

namespace quarterdeck::test {

/// A picture as an attachment of a message.
struct Picture
{
    std::string bytes; ///< PNG
    std::string name;
    int width = 0;
    int height = 0;
};

/// Charts of several sizes, of random heights; some with an edge of more than a screen.
[[nodiscard]] std::vector<Picture> makePictures(Random& random);

} // namespace quarterdeck::test
