#include "model_server.h"

#include "connection.h"

#include <QTcpSocket>
#include <algorithm>

namespace model_server {

ModelServer::ModelServer(Script script, QObject* parent) : QObject(parent)
{
    play(std::move(script));
    connect(&m_server, &QTcpServer::newConnection, this, &ModelServer::accept);
}

ModelServer::~ModelServer() = default;

bool ModelServer::listen(quint16 port) { return m_server.listen(QHostAddress::LocalHost, port); }

QString ModelServer::address() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort()); }

void ModelServer::accept()
{
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        ++m_open;
        ++m_accepted;
        auto* connection = new Connection(*this, socket);
        connect(connection, &QObject::destroyed, this, [this] {
            --m_open;
            emit connectionsChanged();
        });
    }
}

std::vector<Recorded> ModelServer::chats() const
{
    std::vector<Recorded> chats;
    std::ranges::copy_if(m_requests, std::back_inserter(chats),
                         [](const Recorded& request) { return request.method == "POST"; });
    return chats;
}

void ModelServer::play(Script script)
{
    m_script = std::move(script);
    m_used.assign(m_script.rules.size(), 0);
}

void ModelServer::hold() { m_isHeld = true; }

void ModelServer::release()
{
    m_isHeld = false;
    emit released();
}

Reply ModelServer::replyTo(const Asked& asked, Recorded& recorded)
{
    for (std::size_t i = 0; i < m_script.rules.size(); ++i) {
        const Rule& rule = m_script.rules[i];
        if (rule.isOnce && m_used[i] >= rule.replies.size())
            continue;
        if (!holds(rule.when, asked))
            continue;
        const std::size_t turn = std::min(m_used[i], rule.replies.size() - 1);
        ++m_used[i];
        recorded.rule = rule.name.empty() ? std::to_string(i + 1) : rule.name;
        return rule.replies[turn];
    }
    return m_script.otherwise;
}

void ModelServer::record(const Recorded& recorded)
{
    m_requests.push_back(recorded);
    emit requested(recorded);
}

} // namespace model_server
