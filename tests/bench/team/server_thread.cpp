#include "server_thread.h"

#include "tests/model_server/model_server.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::bench {

ServerThread::ServerThread(std::string script)
{
    auto* door = new QObject; // by it work gets onto the thread
    door->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, door, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(
        door,
        [this, door, script = std::move(script)] {
            std::string problem;
            const auto read = model_server::scriptOf(nlohmann::json::parse(script), problem);
            if (!read)
                return;
            m_server = new model_server::ModelServer(*read, door);
            QObject::connect(m_server, &model_server::ModelServer::requested, m_server, [this] { ++m_held; });
            if (m_server->listen())
                m_address = m_server->address().toStdString();
        },
        Qt::BlockingQueuedConnection);
}

ServerThread::~ServerThread()
{
    m_thread.quit();
    m_thread.wait();
}

void ServerThread::hold()
{
    m_held = 0;
    QMetaObject::invokeMethod(m_server, &model_server::ModelServer::hold, Qt::BlockingQueuedConnection);
}

void ServerThread::release()
{
    QMetaObject::invokeMethod(m_server, &model_server::ModelServer::release, Qt::BlockingQueuedConnection);
}

} // namespace quarterdeck::bench
