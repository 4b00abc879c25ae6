<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en_GB">
    <context>
        <name>Actions</name>
        <message numerus="yes">
            <source>%n memories were deleted, with the words they came from.</source>
            <comment>count</comment>
            <translation>
                <numerusform>One memory was deleted, with the words it came from.</numerusform>
                <numerusform>%n memories were deleted, with the words they came from.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Dates</name>
        <message numerus="yes">
            <source>%n min ago</source>
            <comment>minutes</comment>
            <translation>
                <numerusform>%n min ago</numerusform>
                <numerusform>%n min ago</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n s ago</source>
            <comment>seconds</comment>
            <translation>
                <numerusform>%n s ago</numerusform>
                <numerusform>%n s ago</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Header</name>
        <message numerus="yes">
            <source>Offline · %n connections</source>
            <comment>attempts</comment>
            <translation>
                <numerusform>Offline · %n connection</numerusform>
                <numerusform>Offline · %n connections</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Something in this program tried to reach the network %n times. It was refused and counted; nothing left this computer.</source>
            <comment>attempts</comment>
            <translation>
                <numerusform>Something in this program tried to reach the network once. It was refused and counted; nothing left this computer.</numerusform>
                <numerusform>Something in this program tried to reach the network %n times. It was refused and counted; nothing left this computer.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Import</name>
        <message numerus="yes">
            <source>%n conversations</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n conversation</numerusform>
                <numerusform>%n conversations</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries cannot be read and are left out: {places}</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n entry cannot be read and is left out: {places}</numerusform>
                <numerusform>%n entries cannot be read and are left out: {places}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries could not be read and were left out.</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n entry could not be read and was left out.</numerusform>
                <numerusform>%n entries could not be read and were left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories were learned</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n memory was learned</numerusform>
                <numerusform>%n memories were learned</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n message</numerusform>
                <numerusform>%n messages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them yours</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n of them yours</numerusform>
                <numerusform>%n of them yours</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n hours</source>
            <comment>duration</comment>
            <translation>
                <numerusform>about an hour</numerusform>
                <numerusform>about %n hours</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n minutes</source>
            <comment>duration</comment>
            <translation>
                <numerusform>about a minute</numerusform>
                <numerusform>about %n minutes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>from %n messages.</source>
            <comment>count</comment>
            <translation>
                <numerusform>from %n message.</numerusform>
                <numerusform>from %n messages.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Masking</name>
        <message numerus="yes">
            <source>Done: %n stored texts were masked anew. Their old bytes are overwritten when it is quiet.</source>
            <translation>
                <numerusform>Done: one stored text was masked anew. Its old bytes are overwritten when it is quiet.</numerusform>
                <numerusform>Done: %n stored texts were masked anew. Their old bytes are overwritten when it is quiet.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>What is stored was masked by the old choice. Check %n stored texts as well?</source>
            <translation>
                <numerusform>What is stored was masked by the old choice. Check the one stored text as well?</numerusform>
                <numerusform>What is stored was masked by the old choice. Check %n stored texts as well?</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>masked %n times</source>
            <translation>
                <numerusform>masked once</numerusform>
                <numerusform>masked %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Masks</name>
        <message numerus="yes">
            <source>%n more</source>
            <translation>
                <numerusform>one more</numerusform>
                <numerusform>%n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n things will be masked</source>
            <translation>
                <numerusform>One thing will be masked</numerusform>
                <numerusform>%n things will be masked</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Memory</name>
        <message numerus="yes">
            <source>Recalled %n times</source>
            <comment>count</comment>
            <translation>
                <numerusform>Recalled once</numerusform>
                <numerusform>Recalled %n times</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Message</name>
        <message numerus="yes">
            <source>Remembered %n things</source>
            <comment>count</comment>
            <translation>
                <numerusform>Remembered 1 thing</numerusform>
                <numerusform>Remembered %n things</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>used %n memories</source>
            <comment>count</comment>
            <translation>
                <numerusform>used 1 memory</numerusform>
                <numerusform>used %n memories</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Review</name>
        <message numerus="yes">
            <source>%n things are due.</source>
            <comment>count</comment>
            <translation>
                <numerusform>One thing is due.</numerusform>
                <numerusform>%n things are due.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>While you were away, %n memories faded.</source>
            <comment>count</comment>
            <translation>
                <numerusform>While you were away, one memory faded.</numerusform>
                <numerusform>While you were away, %n memories faded.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Timeline</name>
        <message numerus="yes">
            <source>%n memories chosen</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n memory chosen</numerusform>
                <numerusform>%n memories chosen</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories will be deleted for good.</source>
            <comment>count</comment>
            <translation>
                <numerusform>One memory will be deleted for good.</numerusform>
                <numerusform>%n memories will be deleted for good.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n more</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n more</numerusform>
                <numerusform>%n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n times</source>
            <comment>count</comment>
            <translation>
                <numerusform>once</numerusform>
                <numerusform>%n times</numerusform>
            </translation>
        </message>
    </context>
</TS>
