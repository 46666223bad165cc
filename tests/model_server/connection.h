#pragma once

#include "model_server.h"
#include "wire.h"

#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

namespace model_server {

/// One connection of a client: reads requests one after the other, and answers each. Deletes itself when it is closed.
class Connection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Connection)
public:
    Connection(ModelServer& server, QTcpSocket* socket);

private:
    void read();
    bool readHead();
    void takeRequest();
    void list(const Recorded& request);
    void chat(Recorded request);
    void begin();
    void say(const Reply& reply, const Asked& asked);
    void sayPlain(const PlainAnswer& answer);
    void sayStream(const Reply& reply, const Asked& asked);
    void next();
    void flood();
    void finish();
    void writeChunk(const QByteArray& bytes);

    enum class Ending { Finish, Cut, Hang };

    ModelServer& m_server;
    QTcpSocket* m_socket;
    QByteArray m_in;
    Recorded m_request;
    qint64 m_bodySize = -1; ///< of the request that is being read; -1 = its head
    Reply m_reply;
    Asked m_asked;
    QList<QByteArray> m_pieces; ///< still to be sent
    QList<QByteArray> m_rest;   ///< what follows a silence, when it is released
    qint64 m_flood = 0;         ///< bytes still to be sent of the fault "huge"
    Ending m_ending = Ending::Finish;
    bool m_isBusy = false;
    bool m_isWaiting = false; ///< to begin its answer
    QTimer m_timer;
};

} // namespace model_server
