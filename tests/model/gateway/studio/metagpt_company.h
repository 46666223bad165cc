#pragma once

#include "tests/model/gateway/rest/api_kit.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace quarterdeck::test {

/// Python, with the adapter and a stand-in for MetaGPT.
class Company
{
public:
    Company(std::uint16_t port, const QByteArray& token, const QStringList& arguments = {})
    {
        QFile file(m_folder.filePath(QStringLiteral("token")));
        if (file.open(QIODevice::WriteOnly))
            file.write(token + '\n');
        file.close();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QUARTERDECK_URL"), QStringLiteral("http://localhost:%1").arg(port));
        environment.insert(QStringLiteral("QUARTERDECK_TOKEN_FILE"), file.fileName());
        environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
        environment.insert(QStringLiteral("PYTHONPATH"), QStringLiteral(QUARTERDECK_ADAPTER ":" QUARTERDECK_STAND_IN));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral("/usr/bin/python3"),
                      QStringList(QStringLiteral(QUARTERDECK_STAND_IN "/company.py")) + arguments);
    }
    ~Company()
    {
        process.kill();
        process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Company)

    [[nodiscard]] nlohmann::json next()
    {
        if (!waitFor([&] { return process.canReadLine(); }, 60'000))
            return {};
        return nlohmann::json::parse(process.readLine().toStdString(), nullptr, false);
    }
    [[nodiscard]] bool hasEnded()
    {
        return waitFor([&] { return process.state() == QProcess::NotRunning; }, 60'000);
    }

    /// Everything it said to whoever started it.
    [[nodiscard]] const QByteArray& complaints()
    {
        m_complaints += process.readAllStandardError();
        return m_complaints;
    }

    QProcess process;

private:
    QTemporaryDir m_folder;
    QByteArray m_complaints;
};

inline const QByteArray pngSignature("\x89PNG\r\n\x1a\n", 8);

/// An image of the user's.
inline conversation::MediaBlock stored(House& house, const QByteArray& what)
{
    conversation::MediaBlock block;
    house.kit.library->putAttachment((pngSignature + what).toStdString(), "image/png", 0, 0,
                                     [&](const session::Result<session::AttachmentInfo>& put) {
                                         block.source.hash = put ? put->hash : conversation::AttachmentHash();
                                     });
    static_cast<void>(waitFor([&] { return !block.source.hash.isEmpty(); }));
    block.source.mediaType = "image/png";
    return block;
}

} // namespace quarterdeck::test
