#include "model/gateway/otlp/inflate.h"

#include <limits>
#include <vector>
#include <zlib.h>

namespace quarterdeck::gateway::otlp {

namespace {

/// Releases what zlib allocated.
class Stream
{
public:
    Stream(std::string_view body, int windowBits)
    {
        // zlib only reads its input, and never writes to it.
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
        m_stream.avail_in = static_cast<uInt>(body.size());
        m_isOpen = inflateInit2(&m_stream, windowBits) == Z_OK;
    }
    ~Stream()
    {
        if (m_isOpen)
            inflateEnd(&m_stream);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    [[nodiscard]] tl::expected<std::string, InflateError> all(std::size_t mostBytes)
    {
        std::string text;
        std::vector<char> piece(pieceBytes);
        while (m_isOpen) {
            m_stream.next_out = reinterpret_cast<Bytef*>(piece.data());
            m_stream.avail_out = static_cast<uInt>(piece.size());
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            const std::size_t size = piece.size() - m_stream.avail_out;
            if (size > mostBytes - text.size())
                return tl::unexpected(InflateError::TooLarge);
            text.append(piece.data(), size);
            if (result == Z_STREAM_END && m_stream.avail_in == 0)
                return text;
            const bool goesOn = result == Z_STREAM_END ? inflateReset(&m_stream) == Z_OK : result == Z_OK;
            if (!goesOn || (size == 0 && m_stream.avail_in == 0))
                break;
        }
        return tl::unexpected(InflateError::Broken);
    }

private:
    static constexpr std::size_t pieceBytes = 256 * 1024;
    z_stream m_stream{};
    bool m_isOpen = false;
};

} // namespace

tl::expected<std::string, InflateError> inflated(std::string_view body, std::size_t mostBytes)
{
    constexpr int eitherHead = MAX_WBITS + 32;
    constexpr int noHead = -MAX_WBITS;
    if (body.size() > std::numeric_limits<uInt>::max())
        return tl::unexpected(InflateError::TooLarge);
    auto text = Stream(body, eitherHead).all(mostBytes);
    const bool mayLackHead = !text && text.error() == InflateError::Broken && !body.starts_with("\x1f\x8b");
    return mayLackHead ? Stream(body, noHead).all(mostBytes) : text;
}

} // namespace quarterdeck::gateway::otlp
