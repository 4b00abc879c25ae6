"""The patterns by which attribute values are read, one a line, in English and Chinese."""
# ruff: noqa: E501
# A table: each line is one way of saying one attribute; broken lines would hide that.

from __future__ import annotations

import re

RELATIONS = (
    "friend|mother|mum|mom|father|dad|sister|brother|wife|husband|partner|boyfriend|girlfriend|son|daughter|boss|manager|colleague|coworker|"
    "neighbour|neighbor|roommate|flatmate|aunt|uncle|cousin|grandma|grandmother|grandpa|grandfather|niece|nephew|teacher|doctor|landlord|"
    "fiancé|fiancée|fiance|mentor|best friend|ex|kid|parents|teammate|client|cat|dog|rabbit|horse|hamster|parrot|puppy|kitten"
)
ZH_RELATIONS = (
    "爸爸?|妈妈?|父亲|母亲|哥哥?|姐姐?|弟弟?|妹妹?|丈夫|妻子|老公|老婆|男朋友|女朋友|男友|女友|儿子|女儿|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|"
    "表[哥姐弟妹]|堂[哥姐弟妹]|朋友|同事|老板|领导|经理|同学|室友|邻居|老师|闺蜜|导师|房东|医生|客户|猫|狗|兔子|猫咪|小狗"
)
_WHO = rf"(?P<who>I|[Ww]e|(?:[Mm]y|[Oo]ur) (?:\w+ )?(?:{RELATIONS})(?:,? [A-ZÀ-Þ][\w'’-]+)?|[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?|he|she)"
_ZH_WHO = rf"(?P<who>我们?(?:的)?(?:{ZH_RELATIONS})?(?:叫)?[\u4e00-\u9fff]{{0,3}}?|[\u4e00-\u9fff]{{2,3}}?)"
_ADV = (
    r"(?:(?:'m|'ve|'s| am| is| are| was| were| have| has| had| do| did|)(?: now| just| recently| currently| actually| still| finally| also|"
    r" already| have| been| originally| really| first| last (?:week|month|year|summer|winter|spring|autumn))*)"
)
_END = (
    r"(?=\s*(?:$|[,.;!?()\u2014:]| and\b| but\b| because\b| since\b| now\b| last\b| this\b| yesterday\b| today\b| with\b| for\b| where\b| who\b| which\b|"
    r" as\b| instead\b| in (?:\d{4}|January|February|March|April|May|June|July|August|September|October|November|December)\b| from\b| so\b| already\b| these\b| after\b| before\b| when\b| until\b| at the moment\b))"
)
_V = rf"(?P<v>[^,.;!?:]+?){_END}"
_VN = r"(?P<v>[^,;!?]+?)(?=\s*(?:$|[,;!?]|\.(?:\s|$)| and\b| but\b| because\b| now\b| so\b| instead\b| since\b))"
_ZV = r"(?P<v>[^，,。；;！!？?、\s]+?)(?=了?(?:$|[，,。；;！!？?、\s]))"
_ADVZ = r"(?:现在|目前|一直|还是?|已经|刚刚?|最近|今年|去年|上周|上个月|昨天|前天|终于|其实|都|也|就|如今|这个月|上星期|从小|小时候)*"

_EN: tuple[tuple[str, str], ...] = (
    ("name", rf"\b(?P<who>[Mm]y|(?:[Mm]y|[Oo]ur) (?:{RELATIONS})(?:'s)?) (?:full |real |first )?name(?:'s| is) {_V}"),
    ("name", rf"\b(?P<who>I)(?:'m| am) (?:called|named) {_V}"),
    ("nickname", rf"\b(?P<who>my|everyone|people|friends|they) (?:nickname is|calls? me) {_V}"),
    ("nickname", rf"\b(?:please )?call (?P<who>me) (?!when|if|at|on|back|later|tomorrow|today|about|to|after|before)(?P<v>[A-Z][\w'’-]+){_END}"),
    ("home", rf"\b{_WHO}{_ADV} (?:live|lives|living|lived|reside|resides|based|settled)(?: now| currently| together| alone)? (?:in|near|on|at) {_V}"),
    ("home", rf"\b{_WHO}{_ADV} (?:moved|relocated)(?: back| house| out| away| again| over)*(?: from [^,.;]+?)? to {_V}"),
    ("home", rf"\b(?P<who>[Mm]y) (?:new )?(?:home|home town now|city) is (?:now )?(?:in )?{_V}"),
    ("employer", rf"\b{_WHO}{_ADV} (?:work|works|working|worked|employed|job) (?:at|for|with|by) {_V}"),
    ("employer", rf"\b{_WHO}{_ADV} (?:joined|started (?:working )?at|started (?:a|my) (?:new )?job at|switched to|moved jobs to) {_V}"),
    ("employer", rf"\b(?P<who>[Mm]y) (?:new |current )?(?:employer|company) is (?:now )?{_V}"),
    ("job", rf"\b{_WHO}{_ADV} (?:work|works|working|employed) as (?:an? |the )?{_V}"),
    ("teaches", rf"\b{_WHO}{_ADV} (?:teach|teaches) {_V}"),
    ("job", rf"\b(?P<who>[Mm]y) (?:new |current )?(?:job|profession|occupation)(?: title)? is (?:now )?(?:an? |the )?(?P<v>(?!on\b|at\b|in\b|to\b|so\b|very\b|really\b|stress|going|great|hard|bor|ok|fine)[^,.;!?]+?){_END}"),
    ("job", rf"\b{_WHO}{_ADV} (?:now |currently )?(?:an?|the) (?P<v>(?:[\w-]+ ){{0,3}}(?:nurse|teacher|engineer|developer|designer|doctor|lawyer|student|"
            rf"manager|accountant|chef|cook|baker|writer|journalist|photographer|architect|pharmacist|dentist|vet|veterinarian|scientist|researcher|programmer|"
            rf"driver|plumber|electrician|carpenter|librarian|translator|analyst|consultant|pilot|farmer|barista|waiter|waitress|mechanic|musician|"
            rf"artist|professor|therapist|psychologist|physiotherapist|midwife|paramedic|firefighter|tailor|welder|editor|economist|geologist|biologist|chemist|postman|clerk))\b"),
    ("age", rf"\b(?P<who>I|(?:[Mm]y|[Oo]ur) (?:\w+ )?(?:{RELATIONS})(?: [A-Z]\w+)?|[A-Z]\w+)(?:'m| am| is|'s| just turned| turned|'ve turned| turns)(?: now)? (?P<v>\d{{1,3}})(?= (?:years?\b|now|today|this)|\s*(?:$|[,.;!]| and\b))"),
    ("boss", r"\b(?P<who>[Mm]y) (?:new )?(?:boss|manager|supervisor)(?:'s name)? is (?:now )?(?:called |named )?(?P<v>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?)"),
    ("partner", r"\b(?P<who>[Mm]y) (?:husband|wife|partner|spouse|boyfriend|girlfriend|fianc[eé]e?)(?:'s name)? (?:is )?(?:called |named )?(?P<v>[A-ZÀ-Þ][\w'’-]+)(?=\s*(?:$|[,.;!?]| and\b| is\b| has\b| works\b| who\b))"),
    ("marital_status", rf"\b{_WHO}{_ADV} (?:got |getting )?(?P<v>married|divorced|single|engaged|widowed)\b"),
    ("car", rf"\b{_WHO}{_ADV} (?:drive|drives) (?:an? )?(?P<v>(?!to\b|home|me\b)[^,.;!?]+?){_END}"),
    ("weight", r"\b(?P<who>I)(?:'m| am| now| weigh| currently)* (?:weigh |at )?(?P<v>\d+(?:\.\d+)? ?(?:kg|kilos?|lbs?|pounds))\b"),
    ("height", r"\b(?P<who>I)(?:'m| am) (?P<v>\d+(?:\.\d+)? ?(?:cm|m)|\d'\d+\"?) ?(?:tall)?\b"),
    ("school", rf"\b{_WHO}{_ADV} (?:study|studies|studying|a student|go|goes|enrolled) (?:[\w ]+ )?at (?P<v>[^,.;!?]*(?:[Uu]niversity|[Cc]ollege|[Ss]chool|MIT|ETH)[^,.;!?]*?){_END}"),
    ("diet", rf"\b{_WHO}{_ADV} (?:a |an )?(?:now )?(?P<v>vegetarian|vegan|pescatarian|vegetarians|halal|kosher|gluten-free|keto)\b"),
    ("birthday", rf"\b(?P<who>[Mm]y|(?:[Mm]y|[Oo]ur) (?:{RELATIONS})(?:'s)?) birthday(?:'s| is) (?:on )?{_VN}"),
    ("birthday", rf"\b{_WHO}{_ADV} born on {_VN}"),
    ("birthplace", rf"\b{_WHO}{_ADV} born (?:and raised )?in (?P<v>(?!\d)[^,.;!?]+?){_END}"),
    ("hometown", rf"\b{_WHO}{_ADV} (?:grew up|raised) in {_V}"),
    ("hometown", rf"\b(?:(?P<who>I)(?:'m| am| come) (?:originally )?from|(?:my|our) hometown is) (?P<v>[A-ZÀ-Þ][^,.;!?]+?){_END}"),
    ("native_language", rf"\b(?P<who>[Mm]y) (?:native language|mother tongue) is {_V}"),
    ("blood_type", r"\b(?P<who>[Mm]y) blood type is (?P<v>(?:AB|A|B|O)[+-]?)"),
    ("handedness", rf"\b{_WHO}{_ADV} (?P<v>(?:left|right)-handed)\b"),
    ("child", r"\b(?P<who>[Mm]y) (?:\w+ )?(?:son|daughter|kid|baby)(?:'s name)? (?:is )?(?:called |named )?(?P<v>[A-ZÀ-Þ][\w'’-]+)"),
    ("pet", r"\b(?P<who>[Mm]y) (?:\w+ )?(?:cat|dog|rabbit|hamster|parrot|puppy|kitten|horse|tortoise|goldfish)(?:'s name)? (?:is )?(?:called |named )?(?P<v>[A-ZÀ-Þ][\w'’-]+)"),
    ("allergy", rf"\b{_WHO}{_ADV} allergic to {_V}"),
    ("illness", rf"\b{_WHO}{_ADV} (?:got |diagnosed with |suffer from |suffering from |living with )?(?P<v>(?:type [12] )?diabetes|asthma|migraines?|high blood pressure|epilepsy|arthritis|celiac disease|coeliac disease|ADHD|insomnia|anemia|hypertension|psoriasis|eczema|ill|in hospital)\b"),
    ("instrument", rf"\b{_WHO}{_ADV} (?:play|plays) (?:the )?(?P<v>cello|piano|violin|guitar|drums?|flute|oboe|viola|tuba|horn|bassoon|mandolin|recorder|double bass|trumpet|saxophone|clarinet|harp|bass|ukulele|accordion|organ|banjo|trombone|erhu|guzheng)\b"),
    ("knows", r"\b(?P<who>I) know (?P<v>[A-ZÀ-Þ][\w'’-]+)(?= from| through| since| via)"),
    ("learning", rf"\b{_WHO}{_ADV} (?:learning|studying) {_V}"),
    ("language", rf"\b{_WHO}{_ADV} (?:speak|speaks)(?: fluent| a little| some| good)? (?P<v>[A-Z][a-z]+)\b"),
)  # fmt: skip

_ZH: tuple[tuple[str, str], ...] = (
    ("name", r"(?P<who>我)(?:的名字)?(?:本名|全名|真名)?(?:叫做?|是叫|名叫|的?名字是|姓名是)(?P<v>[\u4e00-\u9fffA-Za-z·]{2,8}?)(?=$|[，,。！!])"),
    ("nickname", rf"(?P<who>我)的?(?:小名|昵称|外号|绰号)(?:是|叫做?){_ZV}"),
    ("nickname", r"(?:以后)?(?:请)?(?:你)?(?:可以)?(?:叫|称呼)(?P<who>我)(?P<v>[\u4e00-\u9fffA-Za-z]{1,6}?)(?=$|[，,。！!吧就])"),
    ("home", rf"{_ZH_WHO}{_ADVZ}(?:住在|居住在|定居在?|住到了?|搬到了?|搬去了?|搬来了?|搬家到了?|搬回了?|移居到?){_ZV}"),
    ("employer", rf"{_ZH_WHO}{_ADVZ}(?:在|去了?|到了?|跳槽到了?|加入了?|入职了?|换到了?)(?P<v>[^，,。；;！!？?、\s在]{{2,20}}?)(?:上班|任职|就职|供职|打工)"),
    ("employer", rf"{_ZH_WHO}{_ADVZ}(?:跳槽到了?|跳槽去了?|加入了?|入职了?){_ZV}"),
    ("job", rf"{_ZH_WHO}{_ADVZ}(?:在[^，,。做当是]{{1,12}})?(?:做|当|从事|是一?[名个位]|的工作是|的职业是|转行做了?|改行做了?)(?P<v>[\u4e00-\u9fff]{{0,10}}(?:医生|兽医|护士|老师|教师|工程师|程序员|设计师|律师|会计|厨师|司机|"
            rf"学生|经理|销售|记者|编辑|翻译|作家|演员|摄影师|建筑师|药剂师|研究员|教授|警察|消防员|农民|店长|主管|顾问|产品经理|运营|财务|电工|木匠|咖啡师|飞行员|导游|裁缝|公务员|分析师|牙医))"),
    ("job", r"(?P<who>我)是(?:[^，,。]{0,8}的)?(?P<v>[\u4e00-\u9fff]{0,6}(?:医生|兽医|护士|老师|教师|工程师|程序员|设计师|律师|会计|厨师|司机|大学生|研究生|经理|记者|编辑|翻译|教授|警察|产品经理|药剂师|公务员))"),
    ("age", rf"{_ZH_WHO}{_ADVZ}(?:是|满|快|刚满|都)?(?P<v>[\d一二三四五六七八九十]{{1,3}})岁"),
    ("boss", r"(?P<who>我?们?)(?:的)?(?:新)?(?:老板|领导|上司|主管|经理)(?:现在)?(?:叫|姓|是)(?P<v>[\u4e00-\u9fff]{1,4}?)(?=$|[，,。！!])"),
    ("partner", r"(?P<who>我)的?(?:丈夫|妻子|老公|老婆|男朋友|女朋友|男友|女友|对象|爱人)(?:叫|姓|是)(?P<v>[\u4e00-\u9fff]{1,4}?)(?=$|[，,。！!])"),
    ("marital_status", rf"{_ZH_WHO}{_ADVZ}(?P<v>结婚|离婚|订婚|单身)(?=了|$|[，,。])"),
    ("car", r"(?P<who>我)(?:的?车换成了?|换了|买了|开的是)(?:一?[辆台])?(?P<v>[^，,。]{0,8}(?:车|特斯拉|比亚迪|高尔夫|宝马|奥迪|丰田|本田|大众))"),
    ("weight", rf"(?P<who>我)?的?{_ADVZ}体重(?:现在|目前)?(?:是|有|降到了?|到了?|涨到了?)?(?P<v>\d+(?:\.\d+)? ?(?:公斤|kg|斤|千克))"),
    ("height", r"(?P<who>我)的?身高(?:是|有)?(?P<v>[\d.]+ ?(?:cm|厘米|米|公分))"),
    ("school", rf"{_ZH_WHO}{_ADVZ}(?:在|考上了?|就读于|读)(?P<v>[\u4e00-\u9fff]{{2,12}}(?:大学|学院|中学|小学|高中|研究所))(?:读|上|学|念|$|[，,。了])"),
    ("diet", rf"{_ZH_WHO}{_ADVZ}(?:开始)?(?P<v>吃素|吃全素|素食)"),
    ("desk", rf"(?P<who>我)的?(?:工位|座位|办公室)(?:现在)?(?:在|搬到了?|换到了?){_ZV}"),
    ("birthday", rf"{_ZH_WHO}(?:的)?生日(?:是|在)(?P<v>[\d一二三四五六七八九十零〇年月日号农历阴历腊]+)"),
    ("birthday", r"^(?P<who>)生日(?:是|在)(?P<v>[\d一二三四五六七八九十零〇年月日号农历阴历腊]+)"),
    ("birthplace", rf"{_ZH_WHO}{_ADVZ}出生(?:在|于){_ZV}"),
    ("birthplace", rf"{_ZH_WHO}{_ADVZ}(?:生在|是在)(?P<v>[\u4e00-\u9fff]{{2,8}}?)(?:出生)?的?(?=$|[，,。])"),
    ("hometown", rf"(?:{_ZH_WHO}{_ADVZ}(?:在)(?P<v>[\u4e00-\u9fff]{{2,8}}?)长大)"),
    ("hometown", rf"(?P<who>我)的?(?:老家|家乡)(?:是|在){_ZV}"),
    ("hometown", r"(?P<who>我)是(?P<v>[\u4e00-\u9fff]{2,6})人(?=$|[，,。])"),
    ("native_language", rf"(?P<who>我)的?母语是{_ZV}"),
    ("blood_type", r"(?P<who>我)的?(?:血型)?是?(?P<v>AB|A|B|O)型"),
    ("handedness", rf"{_ZH_WHO}{_ADVZ}是(?P<v>左撇子)"),
    ("child", r"(?P<who>我)的?(?:大|小)?(?:儿子|女儿|孩子)(?:叫)(?P<v>[\u4e00-\u9fff]{2,4}?)(?=$|[，,。])"),
    ("pet", r"(?P<who>我)(?:家)?的?(?:狗|猫|兔子|仓鼠|鹦鹉)(?:叫)(?P<v>[\u4e00-\u9fff]{1,4}?)(?=$|[，,。])"),
    ("allergy", rf"{_ZH_WHO}{_ADVZ}对(?P<v>[\u4e00-\u9fff]{{1,8}}?)过敏"),
    ("illness", rf"{_ZH_WHO}{_ADVZ}(?:有|得了?|患有?|查出)(?P<v>糖尿病|哮喘|高血压|偏头痛|癫痫|关节炎|失眠|贫血|脂肪肝|抑郁症|胃炎|鼻炎|痛风|湿疹)"),
    ("instrument", rf"{_ZH_WHO}{_ADVZ}(?:会)?(?:弹|拉|吹|打)(?P<v>钢琴|吉他|小提琴|大提琴|二胡|古筝|长笛|萨克斯|小号|鼓|架子鼓|琵琶|贝斯)"),
    ("language", rf"{_ZH_WHO}{_ADVZ}(?:会说|会讲|能说|说得一口)(?:一点|流利的)?(?P<v>[\u4e00-\u9fff]{{1,4}}[语话文])"),
    ("learning", rf"(?P<who>我){_ADVZ}(?:在|正在|开始)(?:学习?){_ZV}"),
)  # fmt: skip

_THING_EN = (
    "budget|deadline|due date|launch date|release date|start date|rent|salary|price|fee|cost|version|headcount|team size|standup|stand-up|"
    "weekly meeting|kick-?off|launch|target|quota"
)
_THING_ZH = "预算|经费|截止日期|截止时间|最后期限|期限|截止日|交期|上线时间|上线日期|发布日期|发布时间|开工日期|入职日期|价格|报价|费用|学费|房租|租金|工资|月薪|年薪|薪水|版本|人数|周会|例会|站会"
THING_NAME = {
    "due date": "deadline", "release date": "launch_date", "launch date": "launch_date", "launch": "launch_date", "start date": "start_date",
    "fee": "price", "cost": "price", "team size": "headcount", "standup": "meeting_time", "stand-up": "meeting_time", "weekly meeting": "meeting_time",
    "经费": "budget", "预算": "budget", "截止日期": "deadline", "截止时间": "deadline", "最后期限": "deadline", "期限": "deadline", "截止日": "deadline",
    "交期": "deadline", "上线时间": "launch_date", "上线日期": "launch_date", "发布日期": "launch_date", "发布时间": "launch_date",
    "开工日期": "start_date", "入职日期": "start_date", "价格": "price", "报价": "price", "费用": "price", "学费": "price", "房租": "rent", "租金": "rent",
    "工资": "salary", "月薪": "salary", "年薪": "salary", "薪水": "salary", "版本": "version", "人数": "headcount", "周会": "meeting_time",
    "例会": "meeting_time", "站会": "meeting_time",
}  # fmt: skip
_THING_ADV = "(?:now|still|currently|just|actually|finally|been|got|only|being)"
_CHANGED = "raised|cut|increased|lowered|changed|moved|set|pushed|extended|bumped|reduced|fixed|went up|went down|postponed|brought|doubled|upped|slipped"
_THING_END = r"(?=\s*(?:$|[,;!?]|\.(?:\s|$)| and\b| but\b| because\b| now\b| instead\b| so\b| since\b))"
_Q = r"(?P<q>(?:[\w'’.-]+ ){0,4}?)"
THINGS = (
    re.compile(rf"\b(?:the |our |my |this )?{_Q}(?P<a>{_THING_EN})(?: (?:for|of|on) (?:the |our |my )?(?P<q2>[\w'’ -]+?))?"
               rf"(?:(?:'s| is| was| are| will be| has been| has)(?: {_THING_ADV})*(?: (?:{_CHANGED}))?|(?: {_THING_ADV})* (?:{_CHANGED}))"
               rf"(?: back| forward| up| down)?(?: from [^,.;]+?)?(?: (?:to|at|by|on|until|till))? (?P<v>[^,;!?]+?){_THING_END}", re.I),
    re.compile(rf"\b(?:raised|cut|increased|lowered|changed|moved|set|pushed|extended|bumped|reduced|fixed|postponed|brought|upped|doubled|raising) (?:the |our |my |this )?{_Q}(?P<a>{_THING_EN})"
               rf"(?: (?:for|of|on) (?:the |our |my )?(?P<q2>[\w'’ -]+?))?(?: back| forward| up| down)?(?: from [^,.;]+?)? to (?P<v>[^,;!?]+?)(?=\s*(?:$|[,;!?]|\.(?:\s|$)| and\b| but\b| because\b| now\b))", re.I),
    re.compile(rf"(?:把)?(?:我们?|咱们?|这个|那个)?(?:的)?(?P<q>[\u4e00-\u9fffA-Za-z0-9]{{0,12}}?)(?:的)?(?P<a>{_THING_ZH})(?:现在|已经|目前|又|一共|总共|最后|最终|从[^，,。到]+?)*"
               r"(?:是|为|定在|定为|定了|改成了?|改为了?|改到了?|改在|调到了?|调整为|调整到|提高到了?|提到了?|降到了?|降为|增加到了?|减到了?|推迟到了?|延到了?|延期到了?|提前到了?|变成了?|涨到了?|加到了?|砍到了?|只有|有|到)"
               r"(?P<v>[^，,。；;！!？?]+?)(?=了?(?:$|[，,。；;！!？?]))"),
)  # fmt: skip
LOOSE = (
    re.compile(r"^(?:\W*(?:and|also|so|well|actually|oh)\W+)*(?P<who>my|our) (?P<a>(?:[\w'’-]+ ){0,2}[\w'’-]+?)(?:'s| is| are)(?: now| at)? (?P<v>[^,;!?]+?)(?=\s*(?:$|[,;!?]|\.(?:\s|$)))", re.I),
    re.compile(r"^(?P<who>我)(?:的|家)?(?P<a>[\u4e00-\u9fff]{1,6}?)(?:现在)?(?:是|在|叫|换成了?|改成了?|改为)(?P<v>[^，,。；;！!？?]{1,20}?)(?=的?了?(?:$|[，,。；;！!？?]))"),
    re.compile(r"\b(?P<who>[Mm]y) (?P<a>favou?rite [\w ]+?)(?: is|'s)(?: now)? (?P<v>[^,;!?.]+)", re.I),
    re.compile(r"(?P<who>我)最喜欢的(?P<a>[\u4e00-\u9fff]{1,6}?)(?:现在)?是(?P<v>[^，,。；;！!？?]+)"),
)  # fmt: skip
EN_RULES = tuple((name, re.compile(pattern, 0)) for name, pattern in _EN)
ZH_RULES = tuple((name, re.compile(pattern)) for name, pattern in _ZH)
