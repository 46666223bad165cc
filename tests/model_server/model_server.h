#pragma once

#include "script.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QTcpServer>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace model_server {

/// A request as it came, for a test to look at.
struct Recorded
{
    QByteArray method;
    QByteArray path;
    std::map<QByteArray, QByteArray> headers; ///< names in small letters
    nlohmann::json body;                      ///< null when it is no JSON
    std::string rule;                         ///< that spoke; empty = none
};

/// A server on loopback that speaks as model servers do, and says what its script says. Runs in the event loop of the
/// thread that made it.
class ModelServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ModelServer)
public:
    explicit ModelServer(Script script, QObject* parent = nullptr);
    ~ModelServer() override;

    /// 0 = any free port. False if it is taken.
    [[nodiscard]] bool listen(quint16 port = 0);
    /// "http://127.0.0.1:PORT".
    [[nodiscard]] QString address() const;
    [[nodiscard]] quint16 port() const { return m_server.serverPort(); }
    [[nodiscard]] const std::vector<Recorded>& requests() const { return m_requests; }
    /// Requests for a model's words, without the lists of models.
    [[nodiscard]] std::vector<Recorded> chats() const;
    [[nodiscard]] int openConnections() const { return m_open; }
    /// Connections that have been accepted so far.
    [[nodiscard]] int acceptedConnections() const { return m_accepted; }
    /// Replaces the script; what rules have said is forgotten.
    void play(Script script);
    /// From now on, until `release`, no answer begins: to see many calls at once.
    void hold();
    /// What is held begins, and what fell silent in its middle continues.
    void release();

    // What a connection needs.
    [[nodiscard]] Reply replyTo(const Asked& asked, Recorded& recorded);
    [[nodiscard]] const Script& script() const { return m_script; }
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    void record(const Recorded& recorded);

signals:
    void requested(const model_server::Recorded& recorded);
    void released();
    void connectionsChanged();

private:
    void accept();

    Script m_script;
    std::vector<std::size_t> m_used; ///< replies of each rule
    std::vector<Recorded> m_requests;
    int m_open = 0;
    int m_accepted = 0;
    bool m_isHeld = false;
    QTcpServer m_server;
};

} // namespace model_server
