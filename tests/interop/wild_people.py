"""Small exports of chats between people, with the odd things that other programs write (see tests/interop/wild.py)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.interop.wild import Wild, json_bytes, json_lines


def sillytavern() -> Iterator[Wild]:
    def line(name: str, mes: Any, **more: Any) -> dict[str, Any]:
        return {
            "name": name,
            "is_user": name == "Lena",
            "is_system": False,
            "send_date": "2024-5-3 @21h 14m 05s 123ms",
            "mes": mes,
            **more,
        }

    head = {
        "user_name": "Lena",
        "character_name": "Iris",
        "create_date": "2024-5-3 @21h 14m 05s 123ms",
        "chat_metadata": {},
    }
    yield Wild(
        "sillytavern group, swipes out of range, CRLF",
        "Iris - 2024.jsonl",
        json_lines(
            head,
            line("Iris", "Hello", swipe_id=7, swipes=["a", "b"]),
            line("Lena", "I have a twin brother"),
            line("Noa", "我也是"),
            line("Lena", ""),
            line("Lena", None),
            line("Iris", "<think>hidden</think>Ok", send_date="May 3, 2024 9:14pm"),
            end="\r\n",
        ),
        (("assistant", "Hello"), ("user", "I have a twin brother"), ("assistant", "我也是"), ("assistant", "Ok")),
        dates=("2024-05-03",) * 4,
    )
    yield Wild(
        "sillytavern integrity header, bad lines, string times",
        "chat.jsonl",
        json_lines(
            head,
            "",
            "[1, 2]",
            line("Lena", "我住在青岛", send_date="1714770845000"),
            "{",
            line("Iris", "好", send_date=None),
        ),
        (("user", "我住在青岛"), ("assistant", "好")),
        skipped=2,
    )
    yield Wild(
        "sillytavern no header",
        "old.jsonl",
        json_lines(line("Iris", "Hi"), line("Lena", "I paint")),
        (("assistant", "Hi"), ("user", "I paint")),
    )


def _tg(number: int, sender: str, text: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "type": "message",
        "date": "2024-01-01T10:00:00",
        "date_unixtime": "1704103200",
        "from": {"user1": "Me", "user2": "Anna"}.get(sender),
        "from_id": sender,
        "text": text,
        **more,
    }


def telegram() -> Iterator[Wild]:
    messages = [
        _tg(1, "user1", "", media_type="voice_message", file="(File not included)", duration_seconds=3),
        _tg(2, "user1", "", media_type="sticker", sticker_emoji="😀"),
        _tg(3, "user1", "I run every morning", edited="2024-01-01T11:00:00"),
        _tg(4, "user1", "Someone else wrote this", forwarded_from="News"),
        _tg(
            5,
            "user1",
            [{"type": "custom_emoji", "text": "🎉", "document_id": "1"}, " we got a ", {"type": "bold", "text": "dog"}],
        ),
        _tg(6, "user2", "A dog!", reply_to_message_id=5),
        _tg(7, "user1", "A photo caption", photo="p.jpg"),
        {"id": 8, "type": "service", "action": "pin_message", "actor": "Me", "text": ""},
        _tg(9, "user1", {"odd": 1}),
        "not a message",
    ]
    full = {
        "personal_information": {"user_id": 1},
        "chats": {
            "list": [
                {"name": "Anna", "type": "personal_chat", "id": 5, "messages": messages},
                {
                    "name": None,
                    "type": "saved_messages",
                    "id": 1,
                    "messages": [_tg(1, "user1", "我的鞋码是42", date_unixtime=None)],
                },
                {"name": "Empty", "type": "private_group", "id": 6, "messages": []},
                {"type": "private_group", "id": 7},
            ]
        },
        "left_chats": {"list": []},
    }
    yield Wild(
        "telegram full, media, forwards, service",
        "result.json",
        json_bytes(full, indent=1),
        (
            ("user", "I run every morning"),
            ("assistant", "News: Someone else wrote this"),
            ("user", "🎉 we got a dog"),
            ("assistant", "Anna: A dog!"),
            ("user", "A photo caption"),
            ("user", "我的鞋码是42"),
        ),
        skipped=2,
    )
    group = {
        "name": "Team",
        "type": "private_supergroup",
        "id": 9,
        "messages": [
            _tg(1, "user2", "Who cooks?"),
            _tg(2, "user1", "I cook on Fridays"),
            _tg(3, "channel7", "A channel post"),
        ],
    }
    yield Wild(
        "telegram group, owner by id",
        "result.json",
        b"\xef\xbb\xbf" + json_bytes(group),
        (("assistant", "Anna: Who cooks?"), ("user", "I cook on Fridays"), ("assistant", "A channel post")),
        owner="user1",
    )
    yield Wild(
        "telegram group, owner by name",
        "r.json",
        json_bytes(group),
        (("assistant", "Anna: Who cooks?"), ("user", "I cook on Fridays"), ("assistant", "A channel post")),
        owner="Me",
    )


_MEMO = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender\r\n"
_QUOTE = (
    "<msg><appmsg><title>我下周去西安</title><type>57</type>"
    "<refermsg><content>你去哪</content></refermsg></appmsg></msg>"
)


def wechat() -> Iterator[Wild]:
    rows = _MEMO + "".join(
        f"{n},3,{kind},{sub},{me},{at},,{text},2024-01-01 10:00:00,老王,wang,{'wxid_me' if me else 'wxid_w'}\r\n"
        for n, (kind, sub, me, at, text) in enumerate(
            [
                (1, 0, 1, 1704103200, '"我有两个孩子\r\n一男一女"'),
                (34, 0, 1, 1704103201, ""),
                (47, 0, 0, 1704103202, "<msg><emoji/></msg>"),
                (1, 0, 0, 1704103203000, "真好[微笑]"),
                (10000, 0, 0, 1704103204, "对方撤回了一条消息"),
                (49, 57, 1, 1704103205, f'"{_QUOTE}"'),
                (50, 0, 1, 1704103206, "通话时长 01:02"),
                (1, 0, 1, "x", "时间坏了"),
            ]
        )
    )
    said = (
        ("user", "我有两个孩子\n一男一女"),
        ("assistant", "老王: 真好[微笑]"),
        ("user", "我下周去西安"),
        ("user", "时间坏了"),
    )
    yield Wild(
        "memotrace GB18030, CRLF, quote, call", "messages.csv", rows.encode("gb18030"), said, dates=("2024-01-01",) * 4
    )
    yield Wild("memotrace UTF-16", "messages.csv", rows.encode("utf-16"), said)

    def flow(number: int, kind: str, content: Any, send: Any, **more: Any) -> dict[str, Any]:
        return {
            "localId": number,
            "createTime": 1704103200 + number,
            "type": kind,
            "content": content,
            "isSend": send,
            "senderUsername": "wxid_me" if send else "wxid_w",
            "senderDisplayName": "我" if send else "老王",
            **more,
        }

    body = [
        flow(1, "文本消息", "我在学做面包", 1),
        flow(2, "动画表情", "[动画表情]", 0),
        flow(3, "语音消息", "[语音消息]", 1),
        flow(4, "图片消息", "[图片]", 1),
        flow(5, "引用消息", "周末不行\n[引用 老王：周末见？]", 1),
        flow(6, "文本消息", None, 1),
        flow(7, "文本消息", "好的", 0),
        flow(8, "链接消息", "[链接] 标题", 1),
        flow(9, "撤回消息", "你撤回了一条消息", None),
    ]
    session = {"wxid": "1@chatroom", "nickname": "面包群", "remark": "", "displayName": "面包群", "type": "群聊"}
    yield Wild(
        "weflow group, stickers, voice, quotes, big head",
        "群.json",
        json_bytes(
            {
                "weflow": {"version": "1"},
                "avatars": {"wxid_w": "data:image/png;base64," + "A" * 3_000_000},
                "session": session,
                "messages": body,
            }
        ),
        (("user", "我在学做面包"), ("user", "周末不行"), ("assistant", "老王: 好的")),
    )
    yield Wild(
        "echotrace in GBK",
        "a.json",
        json.dumps({"session": session, "messages": body[:1]}, ensure_ascii=False).encode("gbk"),
        (("user", "我在学做面包"),),
    )

    def log(number: int, me: bool, content: Any, kind: int = 1, **more: Any) -> dict[str, Any]:
        return {
            "seq": number,
            "time": "2024-12-31T23:46:40+08:00",
            "talker": "1@chatroom",
            "talkerName": "群",
            "isChatRoom": True,
            "sender": "wxid_me" if me else "wxid_w",
            "senderName": "" if me else "老王",
            "isSelf": me,
            "type": kind,
            "subType": 0,
            "content": content,
            **more,
        }

    entries = [
        log(1, True, "我对青霉素过敏"),
        log(2, False, "知道了"),
        log(3, True, "", 3),
        log(4, True, "", 47),
        log(5, True, "换个时间吧", 49, subType=57, contents={"refer": {"content": "明天见"}}),
        log(6, False, '"老王" 撤回了一条消息', 10000),
        log(7, True, None),
        "?",
    ]
    yield Wild(
        "chatlog group, quote, system",
        "chatlog.json",
        json_bytes(entries),
        (("user", "我对青霉素过敏"), ("assistant", "老王: 知道了"), ("user", "换个时间吧")),
        skipped=1,
        dates=("2024-12-31",),
    )
    table = (
        "Time,SenderName,Sender,TalkerName,Talker,Content\r\n2024-12-31 23:46:40,老王,wxid_w,群,1@chatroom,新年快乐\r\n"
        '2024-12-31 23:48:20,,wxid_me,群,1@chatroom,"养\r\n鱼"\r\n2024-12-31 23:50,,wxid_me,群,1@chatroom,[图片]\r\n'
    )
    yield Wild(
        "chatlog csv in GBK, owner named",
        "log.csv",
        table.encode("gbk"),
        (("assistant", "老王: 新年快乐"), ("user", "养\n鱼")),
        owner="wxid_me",
    )
    raw = [
        {
            "mesLocalID": 1,
            "msgCreateTime": 1735660000,
            "messageType": 1,
            "mesDes": 1,
            "msgContent": "wxid_abc:\n大家好",
        },
        {"mesLocalID": 2, "msgCreateTime": 1735660100, "messageType": 1, "mesDes": 0, "msgContent": "我不吃香菜"},
        {"mesLocalID": 3, "msgCreateTime": 1735660100, "messageType": 49, "mesDes": 0, "msgContent": _QUOTE},
        {
            "mesLocalID": 4,
            "msgCreateTime": 1735660100,
            "messageType": 10002,
            "mesDes": 0,
            "msgContent": '<sysmsg type="revokemsg"/>',
        },
    ]
    yield Wild(
        "wechat mac group, quote, recall",
        "家人群.json",
        json_bytes(raw),
        (("assistant", "wxid_abc: 大家好"), ("user", "我不吃香菜"), ("user", "我下周去西安")),
    )


def qq() -> Iterator[Wild]:
    text = (
        "消息记录（此消息记录为文本格式，不支持重新导入）\n\n"
        + "=" * 64
        + "\n消息分组:我的好友\n"
        + "=" * 64
        + "\n消息对象:土豆\n"
        + "=" * 64
        + "\n\n"
        "2019-07-16 8:05:05 【管理员】地瓜(吃货)(10001)\n我今年搬到了武汉\n\n还没装修\n\n"
        "2019-07-16 8:06:11 土豆(10002)\n[表情]\n\n2019-07-16 8:07:00 系统消息(10000)\n土豆撤回了一条消息\n\n"
        "2019-07-16 8:08:00 地瓜(吃货)(10001)\n[图片]这是新家\n\n"
        + "=" * 64
        + "\n消息对象:同学群\n"
        + "=" * 64
        + "\n\n2020-01-02 23:00:00 番茄<fan@example.com>\n群里好\n\n2020-01-02 23:01:00 地瓜(10001)\n大家新年好\n\n"
    )
    said = (
        ("user", "我今年搬到了武汉\n\n还没装修"),
        ("user", "这是新家"),
        ("assistant", "番茄: 群里好"),
        ("user", "大家新年好"),
    )
    yield Wild(
        "qq txt two chats, GBK, CRLF",
        "全部.txt",
        text.replace("\n", "\r\n").encode("gbk"),
        said,
        owner="10001",
        dates=("2019-07-16",),
    )
    yield Wild("qq txt BOM", "a.txt", b"\xef\xbb\xbf" + text.encode(), said, owner="10001")
    yield Wild("qq txt UTF-16", "a.txt", text.encode("utf-16"), said, owner="10001")

    def item(number: int, uin: str, text: Any, **more: Any) -> dict[str, Any]:
        return {
            "messageId": str(number),
            "timestamp": 1714564800000 + number,
            "sender": {"uid": f"u_{uin}", "uin": uin, "name": "n"},
            "isSystemMessage": False,
            "isRecalled": False,
            "content": {"text": text, "resources": [], **more},
        }

    body: list[Any] = [
        item(1, "10001", "我在减肥"),
        item(2, "10002", "[图片: a.jpg]"),
        item(3, "10002", "加油😗"),
        {**item(4, "10002", "拍了拍你"), "isSystemMessage": True},
        {**item(5, "10001", "撤掉的话"), "isRecalled": True},
        {
            **item(6, "10001", "不用了"),
            "content": {"text": "[回复 n: 加油]\n不用了", "reply": {"messageId": "3", "content": "加油"}},
        },
        {"messageId": "7", "sender": None, "content": None},
        4,
    ]
    yield Wild(
        "qq exporter ms times, reply, recall",
        "qq.json",
        json_bytes(
            {
                "metadata": {"name": "QQChatExporter V5"},
                "chatInfo": {"name": "土豆", "type": "private"},
                "statistics": {},
                "messages": body,
            }
        ),
        (("user", "我在减肥"), ("assistant", "n: 加油😗"), ("user", "不用了")),
        owner="10001",
        skipped=2,
        dates=("2024-05-01",),
    )
    yield Wild(
        "qq exporter knows its owner",
        "qq.json",
        json_bytes(
            {
                "metadata": {"name": "QQChatExporter V5"},
                "statistics": {},
                "messages": body[:1],
                "chatInfo": {"name": "土豆", "type": "private", "selfUid": "u_10001", "selfUin": "10001"},
            }
        ),
        (("user", "我在减肥"),),
    )


def with_people() -> list[Wild]:
    return [case for make in (sillytavern, telegram, wechat, qq) for case in make()]
