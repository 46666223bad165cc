#pragma once

#include "ui/controllers/clean_up_controller.h"
#include "ui/controllers/composer_controller.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/find_controller.h"
#include "ui/controllers/go_to_controller.h"
#include "ui/controllers/held_controller.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/controllers/images_controller.h"
#include "ui/controllers/inspector_controller.h"
#include "ui/controllers/labels_controller.h"
#include "ui/controllers/library_notices.h"
#include "ui/controllers/main_controller.h"
#include "ui/controllers/media_saver.h"
#include "ui/controllers/notifier.h"
#include "ui/controllers/pages_controller.h"
#include "ui/controllers/panels.h"
#include "ui/controllers/questions_controller.h"
#include "ui/controllers/range_controllers.h"
#include "ui/controllers/replay_controller.h"
#include "ui/controllers/search_controller.h"
#include "ui/controllers/sessions_controller.h"
#include "ui/controllers/team_controller.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/controllers/transcript_input.h"

#include <QFileDialog>

#include <functional>
#include <map>
#include <optional>

namespace quarterdeck::ui {

/// The panels and their controllers, and the connections between them.
class MainController::Parts
{
public:
    Parts(MainController& workspace, const Dependencies& around);

    void connectPanels();
    void connectLibrary();
    void connectDelay();
    void connectQuestions();
    void connectTranscript();
    void connectActions();
    void showDockTitles(int here, int everywhere);
    void showTitle();
    void retranslate();
    [[nodiscard]] Recover recovery();
    /// In the order of the choice above them.
    void connectPages();
    void choosePage(SessionPage page);
    void showPage();
    void openFiles(QFileDialog::FileMode mode);
    void exportSession();
    void showContinuation();
    void continueRecording();

    MainController& q;
    Dependencies a;
    HubProxy hub;
    CurrentSession viewed;
    Panels panels;
    SessionsController sessions;
    SearchController search;
    LabelsController labels;
    CleanUpController cleanUp;
    TeamController team;
    ComposerController composer;
    QuestionsController questions;
    HeldController held;
    InspectorController inspector;
    PagesController pages;
    ReplayController replay;
    TranscriptController pageController;
    TranscriptMenu menu;
    FindController find;
    GoToController goTo;
    CopyController copy;
    PrintController print;
    ImagesController images;
    MediaSaver mediaSaver;
    Notifier notifier;
    int waiting = 0;                       ///< questions, in all sessions
    std::optional<SlowWriteMonitor> delay; ///< of a library on disk
};

} // namespace quarterdeck::ui
