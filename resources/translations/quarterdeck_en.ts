<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Caps</name>
    <message numerus="yes">
        <source>%n more choice(s) are not shown here.</source>
        <translation>
            <numerusform>%Ln more choice is not shown here.</numerusform>
            <numerusform>%Ln more choices are not shown here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of this message are not shown here.</source>
        <translation>
            <numerusform>%Ln part of this message is not shown here.</numerusform>
            <numerusform>%Ln parts of this message are not shown here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message numerus="yes">
        <source>%1 (%n message(s))</source>
        <translation>
            <numerusform>%1 (%Ln message)</numerusform>
            <numerusform>%1 (%Ln messages)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Importing %1 (%2 of %3): %4%, %n message(s)</source>
        <translation>
            <numerusform>Importing %1 (%2 of %3): %4%, %Ln message</numerusform>
            <numerusform>Importing %1 (%2 of %3): %4%, %Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) were left out: --out FILE saves them in a folder beside the file.</source>
        <translation>
            <numerusform>%Ln attachment was left out: --out FILE saves it in a folder beside the file.</numerusform>
            <numerusform>%Ln attachments were left out: --out FILE saves them in a folder beside the file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are missing from the export: the library has lost them.</source>
        <translation>
            <numerusform>%Ln attachment is missing from the export: the library has lost it.</numerusform>
            <numerusform>%Ln attachments are missing from the export: the library has lost them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) added</source>
        <translation>
            <numerusform>%Ln message added</numerusform>
            <numerusform>%Ln messages added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>already in the library; the file has %n more message(s): --update adds them, --as-new imports the file again</source>
        <translation>
            <numerusform>already in the library; the file has %Ln more message: --update adds it, --as-new imports the file again</numerusform>
            <numerusform>already in the library; the file has %Ln more messages: --update adds them, --as-new imports the file again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the same as the file for the first %n message(s), then different; the file was imported as a separate session</source>
        <translation>
            <numerusform>the same as the file for the first message, then different; the file was imported as a separate session</numerusform>
            <numerusform>the same as the file for the first %Ln messages, then different; the file was imported as a separate session</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) were not imported; the first: “%1”.</source>
        <translation>
            <numerusform>One other file was not imported: “%1”.</numerusform>
            <numerusform>%Ln other files were not imported; the first: “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) in the folders are not recordings:</source>
        <translation>
            <numerusform>%Ln other file in the folders is not a recording:</numerusform>
            <numerusform>%Ln other files in the folders are not recordings:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) were not fully searched: they cannot be read, or are longer than 1 MB.</source>
        <translation>
            <numerusform>%Ln event was not fully searched: it cannot be read, or is longer than 1 MB.</numerusform>
            <numerusform>%Ln events were not fully searched: they cannot be read, or are longer than 1 MB.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CostWords</name>
    <message numerus="yes">
        <source>and %n call(s) without a price</source>
        <translation>
            <numerusform>and %Ln call without a price</numerusform>
            <numerusform>and %Ln calls without a price</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>model call(s)</source>
        <translation>
            <numerusform>model call</numerusform>
            <numerusform>model calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message numerus="yes">
        <source>%n event(s).</source>
        <translation>
            <numerusform>%Ln event.</numerusform>
            <numerusform>%Ln events.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are missing from the export: the library has lost them.</source>
        <translation>
            <numerusform>%Ln attachment is missing from the export: the library has lost it.</numerusform>
            <numerusform>%Ln attachments are missing from the export: the library has lost them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Loss</name>
    <message numerus="yes">
        <source>%n message(s) lose the time they were sent.</source>
        <translation>
            <numerusform>%Ln message loses the time it was sent.</numerusform>
            <numerusform>%Ln messages lose the time they were sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the name of their sender.</source>
        <translation>
            <numerusform>%Ln message loses the name of its sender.</numerusform>
            <numerusform>%Ln messages lose the name of their sender.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their recipients.</source>
        <translation>
            <numerusform>%Ln message loses its recipients.</numerusform>
            <numerusform>%Ln messages lose their recipients.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are no longer marked as private.</source>
        <translation>
            <numerusform>%Ln message is no longer marked as private.</numerusform>
            <numerusform>%Ln messages are no longer marked as private.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the action that caused them.</source>
        <translation>
            <numerusform>%Ln message loses the action that caused it.</numerusform>
            <numerusform>%Ln messages lose the action that caused them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their structured content.</source>
        <translation>
            <numerusform>%Ln message loses its structured content.</numerusform>
            <numerusform>%Ln messages lose their structured content.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their metadata.</source>
        <translation>
            <numerusform>%Ln message loses its metadata.</numerusform>
            <numerusform>%Ln messages lose their metadata.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their tokens and cost.</source>
        <translation>
            <numerusform>%Ln message loses its tokens and cost.</numerusform>
            <numerusform>%Ln messages lose their tokens and cost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) of a model&apos;s thinking are left out.</source>
        <translation>
            <numerusform>%Ln passage of a model&apos;s thinking is left out.</numerusform>
            <numerusform>%Ln passages of a model&apos;s thinking are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool call(s) and results become plain text.</source>
        <translation>
            <numerusform>%Ln tool call or result becomes plain text.</numerusform>
            <numerusform>%Ln tool calls and results become plain text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s), audio clips and files are named but not included.</source>
        <translation>
            <numerusform>%Ln image, audio clip or file is named but not included.</numerusform>
            <numerusform>%Ln images, audio clips and files are named but not included.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) of an unknown kind become plain text.</source>
        <translation>
            <numerusform>%Ln block of an unknown kind becomes plain text.</numerusform>
            <numerusform>%Ln blocks of an unknown kind become plain text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) to you become plain messages.</source>
        <translation>
            <numerusform>%Ln question to you becomes a plain message.</numerusform>
            <numerusform>%Ln questions to you become plain messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n annotation(s) on messages are left out.</source>
        <translation>
            <numerusform>%Ln annotation on a message is left out.</numerusform>
            <numerusform>%Ln annotations on messages are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) about rounds and the run are left out.</source>
        <translation>
            <numerusform>%Ln note about a round or the run is left out.</numerusform>
            <numerusform>%Ln notes about rounds and the run are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) lose their role description.</source>
        <translation>
            <numerusform>%Ln member loses its role description.</numerusform>
            <numerusform>%Ln members lose their role descriptions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagram(s) appear as their source.</source>
        <translation>
            <numerusform>%Ln diagram appears as its source.</numerusform>
            <numerusform>%Ln diagrams appear as their source.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n formula(s) appear as their source.</source>
        <translation>
            <numerusform>%Ln formula appears as its source.</numerusform>
            <numerusform>%Ln formulas appear as their source.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are not indexed by action: there are too many.</source>
        <translation>
            <numerusform>%Ln message is not indexed by action: there are too many.</numerusform>
            <numerusform>%Ln messages are not indexed by action: there are too many.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s) within the conversation become user messages.</source>
        <translation>
            <numerusform>%Ln instruction within the conversation becomes a user message.</numerusform>
            <numerusform>%Ln instructions within the conversation become user messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool call(s) lose characters of the tool&apos;s name that this format does not allow.</source>
        <translation>
            <numerusform>%Ln tool call loses characters of the tool&apos;s name that this format does not allow.</numerusform>
            <numerusform>%Ln tool calls lose characters of the tool&apos;s name that this format does not allow.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) without any content are left out.</source>
        <translation>
            <numerusform>%Ln message without any content is left out.</numerusform>
            <numerusform>%Ln messages without any content are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their role, which this format does not have.</source>
        <translation>
            <numerusform>%Ln message loses its role, which this format does not have.</numerusform>
            <numerusform>%Ln messages lose their role, which this format does not have.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) of a model&apos;s thinking lose their signature.</source>
        <translation>
            <numerusform>%Ln passage of a model&apos;s thinking loses its signature.</numerusform>
            <numerusform>%Ln passages of a model&apos;s thinking lose their signature.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s), audio clips and files lose their names.</source>
        <translation>
            <numerusform>%Ln image, audio clip or file loses its name.</numerusform>
            <numerusform>%Ln images, audio clips and files lose their names.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool result(s) are no longer marked as errors.</source>
        <translation>
            <numerusform>%Ln tool result is no longer marked as an error.</numerusform>
            <numerusform>%Ln tool results are no longer marked as errors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the order of their text and tool calls.</source>
        <translation>
            <numerusform>%Ln message loses the order of its text and tool calls.</numerusform>
            <numerusform>%Ln messages lose the order of their text and tool calls.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of tokens and cost that belong to no message are left out.</source>
        <translation>
            <numerusform>%Ln record of tokens and cost that belongs to no message is left out.</numerusform>
            <numerusform>%Ln records of tokens and cost that belong to no message are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of program traces are left out.</source>
        <translation>
            <numerusform>%Ln step of program traces is left out.</numerusform>
            <numerusform>%Ln steps of program traces are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) lose their memories: the history has what was in them.</source>
        <translation>
            <numerusform>%Ln member loses its memories: the history has what was in them.</numerusform>
            <numerusform>%Ln members lose their memories: the history has what was in them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeated message(s) in the history are left out.</source>
        <translation>
            <numerusform>%Ln repeated message in the history is left out.</numerusform>
            <numerusform>%Ln repeated messages in the history are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) of the recording outside its messages are left out.</source>
        <translation>
            <numerusform>%Ln field of the recording outside its messages is left out.</numerusform>
            <numerusform>%Ln fields of the recording outside its messages are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are merged into the one before, which has the same role.</source>
        <translation>
            <numerusform>%Ln message is merged into the one before, which has the same role.</numerusform>
            <numerusform>%Ln messages are merged into the one before, which has the same role.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n user message(s) are added at the beginning, because this format must begin with one.</source>
        <translation>
            <numerusform>%Ln user message is added at the beginning, because this format must begin with one.</numerusform>
            <numerusform>%Ln user messages are added at the beginning, because this format must begin with one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See message(s) %1.</source>
        <translation>
            <numerusform>See message %1.</numerusform>
            <numerusform>See messages %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) that you held are only there as they were delivered, if they were.</source>
        <translation>
            <numerusform>%Ln message that you held is only there as it was delivered, if it was.</numerusform>
            <numerusform>%Ln messages that you held are only there as they were delivered, if they were.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Markdown</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message numerus="yes">
        <source>%n team(s) are working: %1.</source>
        <translation>
            <numerusform>%Ln team is working: %1.</numerusform>
            <numerusform>%Ln teams are working: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n interrupted model call(s) are repeated</source>
        <translation>
            <numerusform>%Ln interrupted model call is repeated</numerusform>
            <numerusform>%Ln interrupted model calls are repeated</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgramWords</name>
    <message numerus="yes">
        <source>%n message(s) per minute</source>
        <translation>
            <numerusform>%Ln message per minute</numerusform>
            <numerusform>%Ln messages per minute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open question(s)</source>
        <translation>
            <numerusform>%Ln open question</numerusform>
            <numerusform>%Ln open questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message numerus="yes">
        <source>%n more answer(s) are not shown here. You can type the one you mean.</source>
        <translation>
            <numerusform>%Ln more answer is not shown here. You can type it if you mean it.</numerusform>
            <numerusform>%Ln more answers are not shown here. You can type the one you mean.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Redaction</name>
    <message numerus="yes">
        <source>%n API key(s) are redacted.</source>
        <translation>
            <numerusform>%Ln API key is redacted.</numerusform>
            <numerusform>%Ln API keys are redacted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) are redacted.</source>
        <translation>
            <numerusform>%Ln token is redacted.</numerusform>
            <numerusform>%Ln tokens are redacted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n authorization value(s) are redacted.</source>
        <translation>
            <numerusform>%Ln authorization value is redacted.</numerusform>
            <numerusform>%Ln authorization values are redacted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n password(s) are redacted.</source>
        <translation>
            <numerusform>%Ln password is redacted.</numerusform>
            <numerusform>%Ln passwords are redacted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private key(s) are redacted.</source>
        <translation>
            <numerusform>%Ln private key is redacted.</numerusform>
            <numerusform>%Ln private keys are redacted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n home folder(s) are written as “~”.</source>
        <translation>
            <numerusform>%Ln home folder is written as “~”.</numerusform>
            <numerusform>%Ln home folders are written as “~”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cookie(s) are redacted.</source>
        <translation>
            <numerusform>%Ln cookie is redacted.</numerusform>
            <numerusform>%Ln cookies are redacted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Removal</name>
    <message numerus="yes">
        <source>Backups still contain them: daily and weekly ones for about %n week(s); those made by hand or before an update, and libraries that were set aside, for as long as they are kept.</source>
        <translation>
            <numerusform>Backups still contain them: daily and weekly ones for about %Ln week; those made by hand or before an update, and libraries that were set aside, for as long as they are kept.</numerusform>
            <numerusform>Backups still contain them: daily and weekly ones for about %Ln weeks; those made by hand or before an update, and libraries that were set aside, for as long as they are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its %n message(s), with the attachments that only it uses, will be deleted from the library. This cannot be undone.</source>
        <translation>
            <numerusform>Its %Ln message, with the attachments that only it uses, will be deleted from the library. This cannot be undone.</numerusform>
            <numerusform>Its %Ln messages, with the attachments that only it uses, will be deleted from the library. This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s), with the attachments that only they use, will be deleted from the library. This cannot be undone.</source>
        <translation>
            <numerusform>%Ln session, with the attachments that only it uses, will be deleted from the library. This cannot be undone.</numerusform>
            <numerusform>%Ln sessions, with the attachments that only they use, will be deleted from the library. This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open question(s) go too: whoever asked gets no answer.</source>
        <translation>
            <numerusform>%Ln open question goes too: whoever asked gets no answer.</numerusform>
            <numerusform>%Ln open questions go too: whoever asked gets no answer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) in it stay open, under “Needs you”.</source>
        <translation>
            <numerusform>%Ln question in it stays open, under “Needs you”.</numerusform>
            <numerusform>%Ln questions in it stay open, under “Needs you”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Restore</name>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%Ln session</numerusform>
            <numerusform>%Ln sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>made after a recovery that lost %n event(s)</source>
        <translation>
            <numerusform>made after a recovery that lost %Ln event</numerusform>
            <numerusform>made after a recovery that lost %Ln events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Routing</name>
    <message numerus="yes">
        <source>%n writing</source>
        <translation>
            <numerusform>%Ln writing</numerusform>
            <numerusform>%Ln writing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) for you</source>
        <translation>
            <numerusform>%Ln waits for you</numerusform>
            <numerusform>%Ln wait for you</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Rows</name>
    <message numerus="yes">
        <source>%n image(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln image in the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln images in the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n audio clip(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln audio clip in the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln audio clips in the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln video in the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln videos in the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln file in the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln files in the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln message in the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln messages in the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This answer was cut off at its limit of %n token(s).</source>
        <translation>
            <numerusform>This answer was cut off at its limit of %Ln token.</numerusform>
            <numerusform>This answer was cut off at its limit of %Ln tokens.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunReasons</name>
    <message numerus="yes">
        <source>The %n planned round(s) are done.</source>
        <translation>
            <numerusform>The planned round is done.</numerusform>
            <numerusform>The %Ln planned rounds are done.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeenWords</name>
    <message numerus="yes">
        <source>%n earlier message(s) in its memory are not listed.</source>
        <translation>
            <numerusform>%Ln earlier message in its memory is not listed.</numerusform>
            <numerusform>%Ln earlier messages in its memory are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) held</source>
        <translation>
            <numerusform>%Ln message held</numerusform>
            <numerusform>%Ln messages held</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TeamSentences</name>
    <message numerus="yes">
        <source>%1 has called its model %n time(s) for this and is not done. Should it continue?</source>
        <translation>
            <numerusform>%1 has called its model once for this and is not done. Should it continue?</numerusform>
            <numerusform>%1 has called its model %Ln times for this and is not done. Should it continue?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It may call its model %n more time(s), then you will be asked again.</source>
        <translation>
            <numerusform>It may call its model once more, then you will be asked again.</numerusform>
            <numerusform>It may call its model %Ln more times, then you will be asked again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s)</source>
        <translation>
            <numerusform>%Ln more line</numerusform>
            <numerusform>%Ln more lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The round is taking longer than %n minute(s).</source>
        <translation>
            <numerusform>The round is taking longer than %Ln minute.</numerusform>
            <numerusform>The round is taking longer than %Ln minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The team has worked on this round for %n minute(s) and is not done. How should it continue?</source>
        <translation>
            <numerusform>The team has worked on this round for %Ln minute and is not done. How should it continue?</numerusform>
            <numerusform>The team has worked on this round for %Ln minutes and is not done. How should it continue?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You will be asked again after %n more minute(s) of work.</source>
        <translation>
            <numerusform>You will be asked again after %Ln more minute of work.</numerusform>
            <numerusform>You will be asked again after %Ln more minutes of work.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The team created or changed %n file(s).</source>
        <translation>
            <numerusform>The team created or changed %Ln file.</numerusform>
            <numerusform>The team created or changed %Ln files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more were created or changed. They are not listed here and not committed.</source>
        <translation>
            <numerusform>%Ln more was created or changed. It is not listed here and not committed.</numerusform>
            <numerusform>%Ln more were created or changed. They are not listed here and not committed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The round took longer than %n minute(s).</source>
        <translation>
            <numerusform>The round took longer than %Ln minute.</numerusform>
            <numerusform>The round took longer than %Ln minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n round(s) are done. How should the team continue?</source>
        <translation>
            <numerusform>%Ln round is done. How should the team continue?</numerusform>
            <numerusform>%Ln rounds are done. How should the team continue?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more round(s)</source>
        <translation>
            <numerusform>%Ln more round</numerusform>
            <numerusform>%Ln more rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TeamWords</name>
    <message numerus="yes">
        <source>%n unread message(s)</source>
        <translation>
            <numerusform>%Ln unread message</numerusform>
            <numerusform>%Ln unread messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message numerus="yes">
        <source>%n message(s) in “%1” were left out because their run is missing.</source>
        <translation>
            <numerusform>%Ln message in “%1” was left out because its run is missing.</numerusform>
            <numerusform>%Ln messages in “%1” were left out because their run is missing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::app</name>
    <message numerus="yes">
        <source>%n event(s) are lost.</source>
        <translation>
            <numerusform>%Ln event is lost.</numerusform>
            <numerusform>%Ln events are lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are lost and are shown as missing.</source>
        <translation>
            <numerusform>%Ln attachment is lost and is shown as missing.</numerusform>
            <numerusform>%Ln attachments are lost and are shown as missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lost</source>
        <translation>
            <numerusform>%Ln lost</numerusform>
            <numerusform>%Ln lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) lost</source>
        <translation>
            <numerusform>%Ln attachment lost</numerusform>
            <numerusform>%Ln attachments lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A backup from %1 has %n session(s).</source>
        <translation>
            <numerusform>A backup from %1 has %Ln session.</numerusform>
            <numerusform>A backup from %1 has %Ln sessions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n event(s)</source>
        <translation>
            <numerusform>%1 of %Ln event</numerusform>
            <numerusform>%1 of %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n message(s)</source>
        <translation>
            <numerusform>all %Ln message</numerusform>
            <numerusform>all %Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n event(s)</source>
        <translation>
            <numerusform>all %Ln event</numerusform>
            <numerusform>all %Ln events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::ImportController</name>
    <message numerus="yes">
        <source>Importing %n file(s)…</source>
        <translation>
            <numerusform>Importing %Ln file…</numerusform>
            <numerusform>Importing %Ln files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in total.</source>
        <translation>
            <numerusform>%Ln message in total.</numerusform>
            <numerusform>%Ln messages in total.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n session(s).</source>
        <translation>
            <numerusform>Imported %Ln session.</numerusform>
            <numerusform>Imported %Ln sessions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Updated %n session(s).</source>
        <translation>
            <numerusform>Updated %Ln session.</numerusform>
            <numerusform>Updated %Ln sessions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new message(s).</source>
        <translation>
            <numerusform>%Ln new message.</numerusform>
            <numerusform>%Ln new messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” was imported before and has %n new message(s).</source>
        <translation>
            <numerusform>“%1” was imported before and has %Ln new message.</numerusform>
            <numerusform>“%1” was imported before and has %Ln new messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were imported before; some have new messages.</source>
        <translation>
            <numerusform>%Ln file was imported before and has new messages.</numerusform>
            <numerusform>%Ln files were imported before; some have new messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were imported before and have nothing new.</source>
        <translation>
            <numerusform>%Ln file was imported before and has nothing new.</numerusform>
            <numerusform>%Ln files were imported before and have nothing new.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) in the library were left unchanged.</source>
        <translation>
            <numerusform>%Ln session in the library was left unchanged.</numerusform>
            <numerusform>%Ln sessions in the library were left unchanged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of “%1” could not be read.</source>
        <translation>
            <numerusform>%Ln record of “%1” could not be read.</numerusform>
            <numerusform>%Ln records of “%1” could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) from a watched folder were added or updated.</source>
        <translation>
            <numerusform>%Ln session from a watched folder was added or updated.</numerusform>
            <numerusform>%Ln sessions from a watched folder were added or updated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s).</source>
        <translation>
            <numerusform>%Ln message.</numerusform>
            <numerusform>%Ln messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) were not started.</source>
        <translation>
            <numerusform>One other file was not started.</numerusform>
            <numerusform>%Ln other files were not started.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) are not recordings.</source>
        <translation>
            <numerusform>%Ln other file is not a recording.</numerusform>
            <numerusform>%Ln other files are not recordings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not imported.</source>
        <translation>
            <numerusform>%Ln file was not imported.</numerusform>
            <numerusform>%Ln files were not imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Another program imported %n session(s).</source>
        <translation>
            <numerusform>Another program imported %Ln session.</numerusform>
            <numerusform>Another program imported %Ln sessions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s) have records that could not be read.</source>
        <translation>
            <numerusform>%Ln more file has records that could not be read.</numerusform>
            <numerusform>%Ln more files have records that could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::session</name>
    <message numerus="yes">
        <source>Only the first %n word(s) are searched for. Put a longer passage in quotation marks.</source>
        <translation>
            <numerusform>Only the first %Ln word is searched for. Put a longer passage in quotation marks.</numerusform>
            <numerusform>Only the first %Ln words are searched for. Put a longer passage in quotation marks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::storage</name>
    <message numerus="yes">
        <source>%n further faults are not listed.</source>
        <translation>
            <numerusform>%Ln further fault is not listed.</numerusform>
            <numerusform>%Ln further faults are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) in the library “%1” are damaged:</source>
        <translation>
            <numerusform>%Ln session in the library “%1” is damaged:</numerusform>
            <numerusform>%Ln sessions in the library “%1” are damaged:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CleanUpController</name>
    <message numerus="yes">
        <source>Delete %n session(s)?</source>
        <translation>
            <numerusform>Delete %Ln session?</numerusform>
            <numerusform>Delete %Ln sessions?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) deleted.</source>
        <translation>
            <numerusform>%Ln session deleted.</numerusform>
            <numerusform>%Ln sessions deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CleanUpDialog</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) selected; deleting frees about %1.</source>
        <translation>
            <numerusform>%Ln session selected; deleting frees about %1.</numerusform>
            <numerusform>%Ln sessions selected; deleting frees about %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CopyController</name>
    <message numerus="yes">
        <source>%n message(s) copied as Markdown.</source>
        <translation>
            <numerusform>%Ln message copied as Markdown.</numerusform>
            <numerusform>%Ln messages copied as Markdown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::DockStrip</name>
    <message numerus="yes">
        <source>Needs you: %n</source>
        <translation>
            <numerusform>Needs you: %Ln</numerusform>
            <numerusform>Needs you: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more member(s)</source>
        <translation>
            <numerusform>%Ln more member</numerusform>
            <numerusform>%Ln more members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ExportDialog</name>
    <message numerus="yes">
        <source>Show %n more place(s)</source>
        <translation>
            <numerusform>Show %Ln more place</numerusform>
            <numerusform>Show %Ln more places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more place(s) are not listed.</source>
        <translation>
            <numerusform>%Ln more place is not listed.</numerusform>
            <numerusform>%Ln more places are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FilesPage</name>
    <message numerus="yes">
        <source>%n file(s) that the team created or changed</source>
        <translation>
            <numerusform>%Ln file that the team created or changed</numerusform>
            <numerusform>%Ln files that the team created or changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HeldCard</name>
    <message numerus="yes">
        <source>%n more held</source>
        <translation>
            <numerusform>%Ln more held</numerusform>
            <numerusform>%Ln more held</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HoldBar</name>
    <message numerus="yes">
        <source>%n message(s) wait for you.</source>
        <translation>
            <numerusform>%Ln message waits for you.</numerusform>
            <numerusform>%Ln messages wait for you.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HoldRulesPopup</name>
    <message numerus="yes">
        <source>Would have held none of the last %n message(s).</source>
        <translation>
            <numerusform>Would not have held the last message.</numerusform>
            <numerusform>Would have held none of the last %Ln messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have held %1 of the last %n message(s).</source>
        <translation>
            <numerusform>Would have held %1 of the last %Ln message.</numerusform>
            <numerusform>Would have held %1 of the last %Ln messages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::InspectorPanel</name>
    <message numerus="yes">
        <source>%n more step(s) are not shown.</source>
        <translation>
            <numerusform>%Ln more step is not shown.</numerusform>
            <numerusform>%Ln more steps are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::LabelsController</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::LimitsPopup</name>
    <message numerus="yes">
        <source>%Ln done</source>
        <comment>rounds</comment>
        <translation>
            <numerusform>%Ln done</numerusform>
            <numerusform>%Ln done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::NeedsYouPanel</name>
    <message numerus="yes">
        <source>%n question(s) in “%1”</source>
        <translation>
            <numerusform>%Ln question in “%1”</numerusform>
            <numerusform>%Ln questions in “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more question(s) in “%1”</source>
        <translation>
            <numerusform>%Ln more question in “%1”</numerusform>
            <numerusform>%Ln more questions in “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) held in “%1”</source>
        <translation>
            <numerusform>%Ln message held in “%1”</numerusform>
            <numerusform>%Ln messages held in “%1”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::NewResultsBar</name>
    <message numerus="yes">
        <source>Show %n or more new result(s)</source>
        <translation>
            <numerusform>Show %Ln or more new results</numerusform>
            <numerusform>Show %Ln or more new results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n new result(s)</source>
        <translation>
            <numerusform>Show %Ln new result</numerusform>
            <numerusform>Show %Ln new results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::Notifier</name>
    <message numerus="yes">
        <source>Nothing has happened for %n minute(s)</source>
        <translation>
            <numerusform>Nothing has happened for %Ln minute</numerusform>
            <numerusform>Nothing has happened for %Ln minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ProgramList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::QuestionCard</name>
    <message numerus="yes">
        <source>asks, %n field(s)</source>
        <translation>
            <numerusform>asks, %Ln field</numerusform>
            <numerusform>asks, %Ln fields</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s), shown in the conversation</source>
        <translation>
            <numerusform>%Ln image, shown in the conversation</numerusform>
            <numerusform>%Ln images, shown in the conversation</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) are not shown here</source>
        <translation>
            <numerusform>%Ln more line is not shown here</numerusform>
            <numerusform>%Ln more lines are not shown here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more choice(s) are not shown here</source>
        <translation>
            <numerusform>%Ln more choice is not shown here</numerusform>
            <numerusform>%Ln more choices are not shown here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SearchController</name>
    <message numerus="yes">
        <source>%n event(s) were not fully searched: not indexed yet, unreadable, longer than 1 MB, or too many words start with what you typed.</source>
        <translation>
            <numerusform>%Ln event was not fully searched: not indexed yet, unreadable, longer than 1 MB, or too many words start with what you typed.</numerusform>
            <numerusform>%Ln events were not fully searched: not indexed yet, unreadable, longer than 1 MB, or too many words start with what you typed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SessionListModel</name>
    <message numerus="yes">
        <source>Needs you: %n</source>
        <translation>
            <numerusform>Needs you: %Ln</numerusform>
            <numerusform>Needs you: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) for you</source>
        <translation>
            <numerusform>%Ln question for you</numerusform>
            <numerusform>%Ln questions for you</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::StallMenu</name>
    <message numerus="yes">
        <source>After %n minute(s)</source>
        <translation>
            <numerusform>After %Ln minute</numerusform>
            <numerusform>After %Ln minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TeamSummary</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
</TS>
