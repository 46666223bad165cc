#pragma once

#include "model/agents/provider/model_connection.h"

#include <QDialog>

#include <map>
#include <string>
#include <vector>

class QLabel;
class QListWidget;
class QMenu;
class QPushButton;

namespace quarterdeck::ui {

class ConnectionForm;
class ServiceChoice;

namespace theme {
class TextLabel;
class ThemeController;
} // namespace theme

/// The connections to model servers: which there are, how each is reached, and whether it works. It edits values and
/// requests what they need; nothing is stored before it is saved. Thread: ui; `theme` must outlive it.
class ConnectionsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionsDialog)

public:
    explicit ConnectionsDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setConnections(const std::vector<team::ModelConnection>& connections);
    /// As edited, in their order.
    [[nodiscard]] std::vector<team::ModelConnection> connections() const;
    /// The keys typed, by connection; untouched ones are missing.
    [[nodiscard]] std::map<std::string, std::string> typedKeys() const;
    /// The one that is shown, with its key as typed and the model that a test is to try.
    [[nodiscard]] const team::ModelConnection& current() const;
    [[nodiscard]] std::string currentKey() const;
    [[nodiscard]] std::string currentModel() const;
    void add(team::Service service);

    /// For the last test requested.
    void setReport(const team::ConnectionTestReport& report);
    /// Why nothing was saved.
    void setFailure(const QString& sentence);

signals:
    void saveRequested();
    void testRequested();
    void testCancelled();
    void pricesRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Draft
    {
        team::ModelConnection connection;
        QString key;
        bool isNew = false;
        team::ModelConnection known = connection; ///< the server whose models and abilities are known
    };
    void arrange();
    void fillMenu();
    void addRow(const Draft& draft);
    void showRow(int row);
    void takeForm();
    void fitHeight();
    [[nodiscard]] int roomOnScreen() const;
    void removeCurrent();
    void toggleTest();
    void endTest();
    void say(const QStringList& lines, const QString& trouble);
    void retranslate();
    [[nodiscard]] int row() const;

    const theme::ThemeController& m_theme;
    std::vector<Draft> m_drafts; ///< one per row
    QListWidget* m_list;
    QMenu* m_templates;
    QPushButton* m_add;
    QPushButton* m_remove;
    ServiceChoice* m_services; ///< as long as there is none
    QWidget* m_parts;          ///< the list and what is selected in it
    ConnectionForm* m_form;
    QPushButton* m_test;
    QLabel* m_testNote;
    QWidget* m_result; ///< the test's outcome
    QLabel* m_found;
    theme::TextLabel* m_trouble;
    QPushButton* m_prices;
    QPushButton* m_cancel;
    QPushButton* m_save;
    std::string m_tested; ///< the connection being tested; empty = none
};

} // namespace quarterdeck::ui
