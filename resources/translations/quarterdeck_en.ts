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
        <source>Importing %1 (%2 of %3): %4 %, %n message(s)</source>
        <translation>
            <numerusform>Importing %1 (%2 of %3): %4 %, %Ln message</numerusform>
            <numerusform>Importing %1 (%2 of %3): %4 %, %Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are left out: --out FILE keeps them, in a folder beside the file.</source>
        <translation>
            <numerusform>%Ln attachment is left out: --out FILE keeps it, in a folder beside the file.</numerusform>
            <numerusform>%Ln attachments are left out: --out FILE keeps them, in a folder beside the file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are missing from it: the library has lost them.</source>
        <translation>
            <numerusform>%Ln attachment is missing from it: the library has lost it.</numerusform>
            <numerusform>%Ln attachments are missing from it: the library has lost them.</numerusform>
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
        <source>already there; the file has %n more message(s): --update adds them, --as-new imports it again</source>
        <translation>
            <numerusform>already there; the file has %Ln more message: --update adds it, --as-new imports it again</numerusform>
            <numerusform>already there; the file has %Ln more messages: --update adds them, --as-new imports it again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>began like the file, which goes on otherwise after %n message(s) and came in as a session of its own</source>
        <translation>
            <numerusform>began like the file, which goes on otherwise after %Ln message and came in as a session of its own</numerusform>
            <numerusform>began like the file, which goes on otherwise after %Ln messages and came in as a session of its own</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) were not begun; the first: “%1”.</source>
        <translation>
            <numerusform>One other file was not begun: “%1”.</numerusform>
            <numerusform>%Ln other files were not begun; the first: “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) of the folders are no recordings:</source>
        <translation>
            <numerusform>%Ln other file of the folders is no recording:</numerusform>
            <numerusform>%Ln other files of the folders are no recordings:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) were not searched to their end: they cannot be read, or are longer than 1 MB.</source>
        <translation>
            <numerusform>%Ln event was not searched to its end: it cannot be read, or is longer than 1 MB.</numerusform>
            <numerusform>%Ln events were not searched to their end: they cannot be read, or are longer than 1 MB.</numerusform>
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
        <source>call(s) of a model</source>
        <translation>
            <numerusform>call of a model</numerusform>
            <numerusform>calls of a model</numerusform>
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
        <source>%n attachment(s) are missing from it: the library has lost them.</source>
        <translation>
            <numerusform>%Ln attachment is missing from it: the library has lost it.</numerusform>
            <numerusform>%Ln attachments are missing from it: the library has lost them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Loss</name>
    <message numerus="yes">
        <source>%n message(s) lose when they were sent.</source>
        <translation>
            <numerusform>%Ln message loses when it was sent.</numerusform>
            <numerusform>%Ln messages lose when they were sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the name of who spoke.</source>
        <translation>
            <numerusform>%Ln message loses the name of who spoke.</numerusform>
            <numerusform>%Ln messages lose the name of who spoke.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose to whom they went.</source>
        <translation>
            <numerusform>%Ln message loses to whom it went.</numerusform>
            <numerusform>%Ln messages lose to whom they went.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose that they were private.</source>
        <translation>
            <numerusform>%Ln message loses that it was private.</numerusform>
            <numerusform>%Ln messages lose that they were private.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose which action made them.</source>
        <translation>
            <numerusform>%Ln message loses which action made it.</numerusform>
            <numerusform>%Ln messages lose which action made them.</numerusform>
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
        <source>%n picture(s), sounds and files are named but not contained.</source>
        <translation>
            <numerusform>%Ln picture, sound or file is named but not contained.</numerusform>
            <numerusform>%Ln pictures, sounds and files are named but not contained.</numerusform>
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
        <source>%n remark(s) on messages are left out.</source>
        <translation>
            <numerusform>%Ln remark on a message is left out.</numerusform>
            <numerusform>%Ln remarks on messages are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) of rounds and of the run are left out.</source>
        <translation>
            <numerusform>%Ln note of rounds or of the run is left out.</numerusform>
            <numerusform>%Ln notes of rounds and of the run are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) lose what they are for.</source>
        <translation>
            <numerusform>%Ln member loses what it is for.</numerusform>
            <numerusform>%Ln members lose what they are for.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagram(s) stand there as source and are not drawn.</source>
        <translation>
            <numerusform>%Ln diagram stands there as source and is not drawn.</numerusform>
            <numerusform>%Ln diagrams stand there as source and are not drawn.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n formula(s) stand there as they were written.</source>
        <translation>
            <numerusform>%Ln formula stands there as it was written.</numerusform>
            <numerusform>%Ln formulas stand there as they were written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are not found by their action, since there are so many.</source>
        <translation>
            <numerusform>%Ln message is not found by its action, since there are so many.</numerusform>
            <numerusform>%Ln messages are not found by their action, since there are so many.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s) within the conversation become messages of the user.</source>
        <translation>
            <numerusform>%Ln instruction within the conversation becomes a message of the user.</numerusform>
            <numerusform>%Ln instructions within the conversation become messages of the user.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool call(s) lose letters of their tool&apos;s name.</source>
        <translation>
            <numerusform>%Ln tool call loses letters of its tool&apos;s name.</numerusform>
            <numerusform>%Ln tool calls lose letters of their tools&apos; names.</numerusform>
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
        <source>%n picture(s), sounds and files lose their name.</source>
        <translation>
            <numerusform>%Ln picture, sound or file loses its name.</numerusform>
            <numerusform>%Ln pictures, sounds and files lose their name.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) of tools lose that they are errors.</source>
        <translation>
            <numerusform>%Ln result of a tool loses that it is an error.</numerusform>
            <numerusform>%Ln results of tools lose that they are errors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the order of what they say and call.</source>
        <translation>
            <numerusform>%Ln message loses the order of what it says and calls.</numerusform>
            <numerusform>%Ln messages lose the order of what they say and call.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n count(s) of tokens and cost beside the messages are left out.</source>
        <translation>
            <numerusform>%Ln count of tokens and cost beside the messages is left out.</numerusform>
            <numerusform>%Ln counts of tokens and cost beside the messages are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of programs&apos; traces are left out.</source>
        <translation>
            <numerusform>%Ln step of programs&apos; traces is left out.</numerusform>
            <numerusform>%Ln steps of programs&apos; traces are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) lose their memories: what these hold stands in the history.</source>
        <translation>
            <numerusform>%Ln member loses its memories: what these hold stands in the history.</numerusform>
            <numerusform>%Ln members lose their memories: what these hold stands in the history.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeated message(s) of the history are left out.</source>
        <translation>
            <numerusform>%Ln repeated message of the history is left out.</numerusform>
            <numerusform>%Ln repeated messages of the history are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) that the recording says beside its messages are left out.</source>
        <translation>
            <numerusform>%Ln thing that the recording says beside its messages is left out.</numerusform>
            <numerusform>%Ln things that the recording says beside its messages are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) become part of the one before, whose role they share.</source>
        <translation>
            <numerusform>%Ln message becomes part of the one before, whose role it shares.</numerusform>
            <numerusform>%Ln messages become part of the one before, whose role they share.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) of the user are added at the beginning, since this format begins with one.</source>
        <translation>
            <numerusform>%Ln message of the user is added at the beginning, since this format begins with one.</numerusform>
            <numerusform>%Ln messages of the user are added at the beginning, since this format begins with one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See message(s) %1.</source>
        <translation>
            <numerusform>See message %1.</numerusform>
            <numerusform>See messages %1.</numerusform>
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
        <source>%n team(s) are at work: %1.</source>
        <translation>
            <numerusform>%Ln team is at work: %1.</numerusform>
            <numerusform>%Ln teams are at work: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) of a model were cut off and are made again</source>
        <translation>
            <numerusform>%Ln call of a model was cut off and is made again</numerusform>
            <numerusform>%Ln calls of a model were cut off and are made again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgramWords</name>
    <message numerus="yes">
        <source>%n message(s) a minute</source>
        <translation>
            <numerusform>%Ln message a minute</numerusform>
            <numerusform>%Ln messages a minute</numerusform>
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
        <source>Copies still hold them: daily and weekly backups for about %n week(s); those made by hand or before an update, and libraries that were put aside, for as long as they are kept.</source>
        <translation>
            <numerusform>Copies still hold them: daily and weekly backups for about %Ln week; those made by hand or before an update, and libraries that were put aside, for as long as they are kept.</numerusform>
            <numerusform>Copies still hold them: daily and weekly backups for about %Ln weeks; those made by hand or before an update, and libraries that were put aside, for as long as they are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its %n message(s), and what only it refers to, are taken out of the library; that cannot be undone.</source>
        <translation>
            <numerusform>Its %Ln message, and what only it refers to, are taken out of the library; that cannot be undone.</numerusform>
            <numerusform>Its %Ln messages, and what only it refers to, are taken out of the library; that cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s), and what only they refer to, are taken out of the library; that cannot be undone.</source>
        <translation>
            <numerusform>%Ln session, and what only it refers to, are taken out of the library; that cannot be undone.</numerusform>
            <numerusform>%Ln sessions, and what only they refer to, are taken out of the library; that cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open question(s) go too: who asked gets no answer.</source>
        <translation>
            <numerusform>%Ln open question goes too: who asked gets no answer.</numerusform>
            <numerusform>%Ln open questions go too: who asked gets no answer.</numerusform>
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
        <source>%n picture(s) of the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln picture of the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln pictures of the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sound(s) of the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln sound of the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln sounds of the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) of the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln video of the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln videos of the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln file of the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln files of the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) of the prompt could not be given to the model.</source>
        <translation>
            <numerusform>%Ln message of the prompt could not be given to the model.</numerusform>
            <numerusform>%Ln messages of the prompt could not be given to the model.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This answer was cut at %n token(s), the most that it may have.</source>
        <translation>
            <numerusform>This answer was cut at %Ln token, the most that it may have.</numerusform>
            <numerusform>This answer was cut at %Ln tokens, the most that it may have.</numerusform>
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
        <source>%n earlier message(s) of its memory are not listed.</source>
        <translation>
            <numerusform>%Ln earlier message of its memory is not listed.</numerusform>
            <numerusform>%Ln earlier messages of its memory are not listed.</numerusform>
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
</context>
<context>
    <name>TeamSentences</name>
    <message numerus="yes">
        <source>%1 has called its model %n time(s) for this and is not done. Shall it go on?</source>
        <translation>
            <numerusform>%1 has called its model once for this and is not done. Shall it go on?</numerusform>
            <numerusform>%1 has called its model %Ln times for this and is not done. Shall it go on?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It may call its model %n more time(s), then you are asked again.</source>
        <translation>
            <numerusform>It may call its model once more, then you are asked again.</numerusform>
            <numerusform>It may call its model %Ln more times, then you are asked again.</numerusform>
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
        <source>The round takes longer than %n minute(s).</source>
        <translation>
            <numerusform>The round takes longer than %Ln minute.</numerusform>
            <numerusform>The round takes longer than %Ln minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The team has worked on this round for %n minute(s) and is not done. How shall it go on?</source>
        <translation>
            <numerusform>The team has worked on this round for %Ln minute and is not done. How shall it go on?</numerusform>
            <numerusform>The team has worked on this round for %Ln minutes and is not done. How shall it go on?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>After %n more minute(s) of work you are asked again.</source>
        <translation>
            <numerusform>After %Ln more minute of work you are asked again.</numerusform>
            <numerusform>After %Ln more minutes of work you are asked again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The team made or changed %n file(s).</source>
        <translation>
            <numerusform>The team made or changed %Ln file.</numerusform>
            <numerusform>The team made or changed %Ln files.</numerusform>
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
        <source>%n more were made or changed, of which nothing is said here and none is committed.</source>
        <translation>
            <numerusform>%Ln more was made or changed, of which nothing is said here and which is not committed.</numerusform>
            <numerusform>%Ln more were made or changed, of which nothing is said here and none is committed.</numerusform>
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
        <source>%n round(s) are done. How shall the team go on?</source>
        <translation>
            <numerusform>%Ln round is done. How shall the team go on?</numerusform>
            <numerusform>%Ln rounds are done. How shall the team go on?</numerusform>
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
        <source>%n unread mail(s)</source>
        <translation>
            <numerusform>%Ln unread mail</numerusform>
            <numerusform>%Ln unread mails</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message numerus="yes">
        <source>Of “%1”, %n message(s) whose run is missing are left out.</source>
        <translation>
            <numerusform>Of “%1”, %Ln message whose run is missing is left out.</numerusform>
            <numerusform>Of “%1”, %Ln messages whose run is missing are left out.</numerusform>
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
        <source>%n attachment(s) are lost, and shown as missing.</source>
        <translation>
            <numerusform>%Ln attachment is lost, and shown as missing.</numerusform>
            <numerusform>%Ln attachments are lost, and shown as missing.</numerusform>
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
        <source>A copy of %1 has %n session(s).</source>
        <translation>
            <numerusform>A copy of %1 has %Ln session.</numerusform>
            <numerusform>A copy of %1 has %Ln sessions.</numerusform>
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
    <name>quarterdeck::app::WindowImports</name>
    <message numerus="yes">
        <source>Importing %n file(s)…</source>
        <translation>
            <numerusform>Importing %Ln file…</numerusform>
            <numerusform>Importing %Ln files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in all.</source>
        <translation>
            <numerusform>%Ln message in all.</numerusform>
            <numerusform>%Ln messages in all.</numerusform>
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
        <source>“%1” was imported before, and has %n new message(s).</source>
        <translation>
            <numerusform>“%1” was imported before, and has %Ln new message.</numerusform>
            <numerusform>“%1” was imported before, and has %Ln new messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were imported before, and some have new messages.</source>
        <translation>
            <numerusform>%Ln file was imported before, and has new messages.</numerusform>
            <numerusform>%Ln files were imported before, and some have new messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were imported before, and have nothing new.</source>
        <translation>
            <numerusform>%Ln file was imported before, and has nothing new.</numerusform>
            <numerusform>%Ln files were imported before, and have nothing new.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) of the library are as they were.</source>
        <translation>
            <numerusform>%Ln session of the library is as it was.</numerusform>
            <numerusform>%Ln sessions of the library are as they were.</numerusform>
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
        <source>%n session(s) of a watched folder came in or went on.</source>
        <translation>
            <numerusform>%Ln session of a watched folder came in or went on.</numerusform>
            <numerusform>%Ln sessions of a watched folder came in or went on.</numerusform>
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
        <source>%n other file(s) were not begun.</source>
        <translation>
            <numerusform>One other file was not begun.</numerusform>
            <numerusform>%Ln other files were not begun.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) are no recordings.</source>
        <translation>
            <numerusform>%Ln other file is no recording.</numerusform>
            <numerusform>%Ln other files are no recordings.</numerusform>
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
        <source>Only the first %n word(s) are looked for; put a passage in quotation marks to look for all of it.</source>
        <translation>
            <numerusform>Only the first %Ln word is looked for; put a passage in quotation marks to look for all of it.</numerusform>
            <numerusform>Only the first %Ln words are looked for; put a passage in quotation marks to look for all of it.</numerusform>
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
        <source>Something is damaged in %n session(s) of the library “%1”:</source>
        <translation>
            <numerusform>Something is damaged in %Ln session of the library “%1”:</numerusform>
            <numerusform>Something is damaged in %Ln sessions of the library “%1”:</numerusform>
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
        <source>%n session(s) are deleted.</source>
        <translation>
            <numerusform>%Ln session is deleted.</numerusform>
            <numerusform>%Ln sessions are deleted.</numerusform>
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
        <source>%n session(s) are chosen; deleting them frees about %1.</source>
        <translation>
            <numerusform>%Ln session is chosen; deleting it frees about %1.</numerusform>
            <numerusform>%Ln sessions are chosen; deleting them frees about %1.</numerusform>
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
        <source>%n place(s) behind these are not listed.</source>
        <translation>
            <numerusform>%Ln place behind these is not listed.</numerusform>
            <numerusform>%Ln places behind these are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FilesPage</name>
    <message numerus="yes">
        <source>%n file(s) that the team made or changed</source>
        <translation>
            <numerusform>%Ln file that the team made or changed</numerusform>
            <numerusform>%Ln files that the team made or changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FoundNewsBar</name>
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
        <source>With %n image(s), in the conversation</source>
        <translation>
            <numerusform>With %Ln image, in the conversation</numerusform>
            <numerusform>With %Ln images, in the conversation</numerusform>
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
        <source>%n event(s) were not searched to their end: not indexed yet, not readable, longer than 1 MB, or too many words begin as typed.</source>
        <translation>
            <numerusform>%Ln event was not searched to its end: not indexed yet, not readable, longer than 1 MB, or too many words begin as typed.</numerusform>
            <numerusform>%Ln events were not searched to their end: not indexed yet, not readable, longer than 1 MB, or too many words begin as typed.</numerusform>
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
