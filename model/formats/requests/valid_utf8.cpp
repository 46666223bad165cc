#include "model/formats/requests/valid_utf8.h"

#include <cstdint>

namespace quarterdeck::formats {

namespace {

/// What may follow a first byte: how many bytes, and the range of the next one (Unicode, table 3-7).
struct Expected
{
    std::size_t length = 0; ///< 0 = starts no character
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
};

Expected expectedAfter(std::uint8_t first)
{
    if (first >= 0xC2 && first <= 0xDF) {
        return {2};
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return {3, static_cast<std::uint8_t>(first == 0xE0 ? 0xA0 : 0x80),
                static_cast<std::uint8_t>(first == 0xED ? 0x9F : 0xBF)};
    }
    if (first >= 0xF0 && first <= 0xF4) {
        return {4, static_cast<std::uint8_t>(first == 0xF0 ? 0x90 : 0x80),
                static_cast<std::uint8_t>(first == 0xF4 ? 0x8F : 0xBF)};
    }
    return {first < 0x80 ? std::size_t{1} : std::size_t{0}};
}

/// The bytes at `at` that belong together, and whether they are a complete character.
struct Piece
{
    std::size_t length = 1;
    bool isWhole = false;
};

Piece pieceAt(std::string_view bytes, std::size_t at)
{
    Expected expected = expectedAfter(static_cast<std::uint8_t>(bytes[at]));
    Piece piece;
    while (piece.length < expected.length && at + piece.length < bytes.size()) {
        const auto next = static_cast<std::uint8_t>(bytes[at + piece.length]);
        if (next < expected.low || next > expected.high) {
            break;
        }
        ++piece.length;
        expected.low = 0x80;
        expected.high = 0xBF;
    }
    piece.isWhole = piece.length == expected.length;
    return piece;
}

} // namespace

std::string validUtf8(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const Piece piece = pieceAt(bytes, at);
        text += piece.isWhole ? bytes.substr(at, piece.length) : std::string_view("\xEF\xBF\xBD");
        at += piece.length;
    }
    return text;
}

} // namespace quarterdeck::formats
