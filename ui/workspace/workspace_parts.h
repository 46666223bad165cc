#pragma once

#include "ui/client/hub_client.h"
#include "ui/workspace/viewed_session.h"
#include "ui/workspace/workspace.h"
#include "workspace/clean_up_controller.h"
#include "workspace/composer_controller.h"
#include "workspace/copy_controller.h"
#include "workspace/find_controller.h"
#include "workspace/go_to_controller.h"
#include "workspace/images_controller.h"
#include "workspace/inspector_controller.h"
#include "workspace/labels_controller.h"
#include "workspace/library_notices.h"
#include "workspace/media_saver.h"
#include "workspace/notifier.h"
#include "workspace/pages_controller.h"
#include "workspace/panels.h"
#include "workspace/print_controller.h"
#include "workspace/questions_controller.h"
#include "workspace/replay_controller.h"
#include "workspace/search_controller.h"
#include "workspace/sessions_controller.h"
#include "workspace/storage_delay.h"
#include "workspace/team_controller.h"
#include "workspace/transcript_controller.h"
#include "workspace/transcript_menu.h"

#include <QFileDialog>
#include <functional>
#include <map>
#include <optional>

namespace quarterdeck::ui {

/// The panels and their controllers, and the connections between them.
class Workspace::Parts
{
public:
    Parts(Workspace& workspace, const Surroundings& around);

    void connectPanels();
    void connectLibrary();
    void connectDelay();
    void connectQuestions();
    void connectTranscript();
    void connectActions();
    void showDockTitles(int here, int everywhere);
    void showTitle();
    void retranslate();
    /// About the library: repeated in another language while it is visible.
    void sayOfLibrary(std::function<view::Notice()> notice);
    /// In the order of the choice above them.
    void connectPages();
    void choosePage(SessionPage page);
    void showPage();
    void openFiles(QFileDialog::FileMode mode);
    void exportSession();
    void showContinuation();
    void continueRecording();

    Workspace& q;
    Surroundings a;
    HubClient hub;
    ViewedSession viewed;
    Panels panels;
    SessionsController sessions;
    SearchController search;
    LabelsController labels;
    CleanUpController cleanUp;
    TeamController team;
    ComposerController composer;
    QuestionsController questions;
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
    std::map<QString, std::function<view::Notice()>> ofLibrary; ///< by its id
    int waiting = 0;                                            ///< questions, in all sessions
    std::optional<StorageDelay> delay;                          ///< of a library on disk
};

} // namespace quarterdeck::ui
