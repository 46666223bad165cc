#pragma once

#include <QByteArray>
#include <utility>

namespace quarterdeck::app {

/// Splits a stream into lines. However long a line is, each byte is looked at once. A value.
class Lines
{
public:
    /// `take(const QByteArray& line)` is called for each complete line, trimmed, except for blank ones.
    template <typename Take>
    void add(const QByteArray& piece, Take&& take)
    {
        qsizetype begin = 0;
        for (auto end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', begin)) {
            const QByteArray rest = piece.mid(begin, end - begin);
            const QByteArray line =
                m_begun.isEmpty() ? rest.trimmed() : std::exchange(m_begun, {}).append(rest).trimmed();
            begin = end + 1;
            if (!line.isEmpty())
                take(line);
        }
        m_begun.append(piece.constData() + begin, piece.size() - begin);
    }
    /// Bytes of the line that is still incomplete.
    [[nodiscard]] qsizetype begun() const { return m_begun.size(); }

private:
    QByteArray m_begun;
};

} // namespace quarterdeck::app
