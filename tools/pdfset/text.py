"""What the documents of the set say: sentences, tables and names of our own,
drawn by a seeded generator, so that the set is the same each time."""
import random

SENTENCES = """The keeper wrote the log at nine, when the lamp had burned for an hour.
No ship was seen that night, and the wind went round to the north.
A new lens came by boat in spring and was carried up the stairs in nine crates.
The inspector found the brass bright, the stores in order and the clock slow.
Oil is measured twice, once at the tank and once at the lamp, and the smaller figure counts.
In winter the road to the landing was under snow for eleven weeks.
The harbour office asked for monthly figures, which the keeper sent by the mail boat.
Two lamps of the old pattern were kept as a reserve until they were sold.
The fog bell was heard at a distance of four miles, in still air at six.
Every keeper signs the register, and every page of it is numbered.
The tower leans by a hand's width to the east, as it has since it was built.
Repairs to the gallery were put off twice because the stone did not come.
Of the three boats only one could be launched from the southern slip.
The tide tables were copied by hand and checked against those of the port.
Visitors may climb to the gallery between ten and four, weather permitting.
The light turns once in thirty seconds and shows two flashes, then a pause.
A storm took the roof of the oil store, and the barrels were moved to the cellar.
Letters took nine days in summer and could take a month in the dark season.
The survey of the coast names forty-one rocks, of which six are never seen.
Where the old chart shows a channel, the new one shows sand.
The apprentice kept the watch from midnight and slept through the forenoon.
Prices rose that year, and the price of colza oil rose more than most.
It was agreed that the signal should be changed, but not before the autumn.
The engineer measured the vibration of the floor and found nothing to report.
Five of the wells gave fresh water, the sixth was salt after high tides.
The council voted for a second light on the mole, to be lit from the shore.
Since the railway came, the keeper buys his coal in the town.
A glass that is cleaned each morning loses no more than a tenth of the light.
The bird count was taken on the first Sunday of each month.
Nobody could say who had painted the door red, or when.""".split("\n")

HEADINGS = """Aim of the survey;Method;The northern lights;The southern lights;Stores and supplies;Staff and watches;
Weather in the year;Repairs to the towers;Signals and bells;Boats and landings;Costs of the year;What remains to be done;
The oil question;Letters received;Notes on the charts;A plan for the harbour;Tides and currents;Of lenses and lamps""".replace("\n", "").split(";")

ITEMS = """clean the lens before sunset;trim the wicks and fill the reservoir;note wind, weather and passing ships;
wind the clockwork every four hours;count the barrels in the store;test the fog bell on Mondays;send the figures to the office;
air the rooms below the gallery;keep the stairs free of ice;check the ropes of the boat;read the barometer at noon;paint what has rusted""".replace("\n", "").split(";")

PLACES = "Skerrow;Aldin Head;Port Merrow;The Stacks;Low Fell;Garrin Isle;Saint Orrin;Black Ness;Tarn Point;Old Mole;Whin Rock;Farsay".split(";")
KINDS = "revolving;fixed;flashing;occulting".split(";")

JAPANESE = """灯台守は毎晩九時に日誌を書いた。その夜は船が一隻も見えず、風は北に変わった。
新しいレンズは春に船で届き、九つの箱に分けて階段を運び上げられた。
冬の間、桟橋への道は十一週間も雪に埋もれていた。
霧の鐘は四マイル先まで聞こえ、風のない日には六マイル先まで届いた。
油の量は二度測られ、少ないほうの数字が記録に残された。""".split("\n")
ARABIC = """كتب حارس المنارة في السجل عند الساعة التاسعة مساء.
لم تظهر أي سفينة في تلك الليلة وتحولت الريح نحو الشمال.
وصلت العدسة الجديدة بالقارب في الربيع وحملت على الدرج.
كان الطريق إلى المرسى مغطى بالثلج طوال أحد عشر أسبوعا.""".split("\n")
HEBREW = """שומר המגדלור כתב ביומן בשעה תשע בערב.
באותו לילה לא נראתה שום ספינה והרוח פנתה צפונה.
העדשה החדשה הגיעה בסירה באביב והועלתה במדרגות.
בחורף הדרך אל הרציף הייתה מכוסה שלג במשך שבועות רבים.""".split("\n")


class Text:
    """Draws texts for one document."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.sentences, self.headings = [], []

    def take(self, name, pool):
        left = getattr(self, name)
        if not left:
            left.extend(pool)
            self.r.shuffle(left)
        return left.pop()

    def paragraph(self, n):
        return " ".join(self.take("sentences", SENTENCES) for _ in range(n))

    def heading(self):
        return self.take("headings", HEADINGS)

    def items(self, n):
        return [i[0].upper() + i[1:] for i in self.r.sample(ITEMS, n)]

    def table(self, rows, cols=4):
        head = ["Station", "Kind", "Height", "Oil used", "Visits"][:cols]
        out = [head]
        for i in range(rows):
            place = PLACES[i % len(PLACES)] + ("" if i < len(PLACES) else " " + str(i // len(PLACES) + 1))
            row = [place, self.r.choice(KINDS), str(self.r.randint(9, 64)), str(self.r.randint(100, 2400)), str(self.r.randint(1, 40))]
            out.append(row[:cols])
        return out
