#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// The program append_forever, and its journal of acknowledgements.
class AppendingProcess
{
public:
    AppendingProcess(const std::string& library, const QString& prefix, int inFlight = 8)
    {
        m_process.setProcessChannelMode(QProcess::SeparateChannels);
        m_process.start(QStringLiteral(QUARTERDECK_BIN "/append_forever"),
                        {QString::fromStdString(library), prefix, QString::number(inFlight)});
    }
    ~AppendingProcess() { kill(); }
    AppendingProcess(const AppendingProcess&) = delete;
    AppendingProcess& operator=(const AppendingProcess&) = delete;

    [[nodiscard]] bool waitForFirstAcknowledgement()
    {
        while (!m_printed.contains('\n')) {
            if (!m_process.waitForReadyRead(60'000))
                return false;
            m_printed += m_process.readAllStandardOutput();
        }
        return true;
    }
    void waitMs(int ms)
    {
        if (!m_process.waitForFinished(ms))
            m_printed += m_process.readAllStandardOutput();
    }
    /// With signal 9: nothing of it runs any more.
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished();
        m_printed += m_process.readAllStandardOutput();
    }

    /// The last acknowledged event of each session. A line cut short by the kill does not count.
    [[nodiscard]] std::map<std::string, std::int64_t> acknowledged() const
    {
        std::map<std::string, std::int64_t> last;
        for (const QByteArrayList& words : journal())
            last[words.front().toStdString()] = words.at(1).toLongLong();
        return last;
    }
    /// The hashes of the pictures that acknowledged events show.
    [[nodiscard]] std::vector<std::string> pictures() const
    {
        std::vector<std::string> hashes;
        for (const QByteArrayList& words : journal())
            if (words.size() > 2)
                hashes.push_back(words.at(2).toStdString());
        return hashes;
    }
    [[nodiscard]] qsizetype acknowledgements() const { return m_printed.count('\n'); }
    [[nodiscard]] QByteArray errors() const
    {
        const qsizetype at = m_printed.indexOf("error ");
        return at < 0 ? QByteArray() : m_printed.mid(at, 300);
    }

private:
    [[nodiscard]] std::vector<QByteArrayList> journal() const
    {
        QByteArrayList lines = m_printed.split('\n');
        lines.removeLast();
        std::vector<QByteArrayList> entries;
        for (const QByteArray& line : lines)
            entries.push_back(line.split(' '));
        return entries;
    }

    QProcess m_process;
    QByteArray m_printed;
};

} // namespace quarterdeck::test
