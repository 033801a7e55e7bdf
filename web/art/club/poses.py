"""The five poses, in a box of 100 × 100 with the ground at y = 95. The pose also sets the mood.

A limb is a line with a width; the body is an outline. Lists go from back to front.
"""

from dataclasses import dataclass, field

Limb = tuple[str, float]
Spot = tuple[float, float, float]
Place = tuple[float, float, float, float]  # x, y, scale, turn


@dataclass(frozen=True)
class Pose:
    mood: str
    head: Place
    body: str
    shadow: str  # the darker part of the body
    tail: tuple[str, float, float, float]  # outline, end, turn of the tip
    stripes: str
    spots: list[Spot]
    things: dict[str, Place]  # where an accessory goes; a hat that is not here sits on the head
    behind: list[Limb] = field(default_factory=list)
    before: list[Limb] = field(default_factory=list)
    over: list[Limb] = field(default_factory=list)  # an arm across the body
    gap: str = ""  # what its silhouette leaves open
    belly: str = ""
    lines: str = ""
    paws: list[tuple[float, float, float, float]] = field(default_factory=list)
    pads: list[tuple[float, float]] = field(default_factory=list)
    air: str = ""  # motion, sleep
    floor_shadow: tuple[float, float, float, float] | None = None
    tail_in_front: bool = False
    cushion: bool = False
    mouse_turned: bool = False


LEAP = Pose(
    mood="wide",
    head=(60, 32, 1.06, 9),
    body="M22 66C24 52 42 42 66 40C78 41 80 54 70 60C58 66 48 68 40 76C30 82 20 76 22 66Z",
    shadow="M18 66C20 80 34 84 42 76C34 76 26 74 24 62Z",
    tail=("M26 66C12 66 6 54 10 42C12 35 18 32 17 24", 17, 18, 0),
    behind=[("M30 68C22 73 15 79 8 80", 9), ("M62 56C74 60 82 54 90 48", 8)],
    before=[("M36 72C32 80 25 86 17 89", 9.6), ("M66 58C76 66 84 64 92 60", 8.6)],
    belly="M44 71C50 65 62 62 70 57C66 54 56 56 50 60C45 63 42 68 44 71Z",
    air="M3 62L-1 64M4 72L-1 74.4",
    floor_shadow=(54, 95.4, 26, 2.6),
    things={"yarn": (80, 82, 0.9, 0), "cocktail": (84, 96, 0.78, 0), "mouse": (72, 95, 0.9, 0)},
    mouse_turned=True,
    stripes="M30 50L36 60M38 45L43 57M24 58L31 66M23 70L31 73M68 62L64 55M46 44L50 54M58 66L55 60",
    spots=[(32, 58, 4.4), (42, 52, 4), (28, 69, 3.6), (40, 66, 3.8), (54, 58, 3.4), (68, 53, 3)],
)

STRUT = Pose(
    mood="smug",
    head=(51, 26, 1.02, -5),
    body="M44 36C37 44 35 57 40 66C45 74 60 74 65 65C69 56 67 44 60 36Z",
    shadow="M34 36C30 60 36 74 50 76C42 66 40 50 44 36Z",
    tail=("M42 68C26 76 9 68 9 52C9 42 16 38 15 28", 15, 22, -4),
    behind=[("M45 66C40 74 33 79 28 88", 11), ("M28 89.6H22", 7.4)],
    before=[("M57 66C66 69 71 77 72 87", 11), ("M73 89.6H80", 7.4), ("M61 46C69 50 77 47 81 39", 7.6)],
    over=[("M43 45C29 46 26 57 39 62", 6.8)],
    gap="M39 50C34 52 33 55 38 57Z",
    belly="M58 42C63 46 65 54 62 62C59 67 53 66 52 60C51 52 53 44 58 42Z",
    things={"yarn": (84, 25, 0.9, 0), "cocktail": (82, 35, 0.96, 6), "mouse": (84, 31, 0.8, 8)},
    stripes="M36 44L48 46M34 52L47 54M36 60L48 61M68 56L60 57M66 47L59 48M42 69L50 66M60 71L66 66",
    spots=[(45, 52, 4), (51, 67, 4.4), (51, 43, 3), (64, 58, 4), (44, 63, 3.2), (64, 47, 3)],
)

SIT = Pose(
    mood="level",
    head=(50, 30, 1.12, 0),
    body="M50 44C35 46 28 62 25.4 77C23 91 33 94 50 94C67 94 77 91 74.6 77C72 62 65 46 50 44Z",
    shadow="M20 96V86C36 93 64 93 80 86V96Z",
    tail=("M66 88C80 94 92 88 91 75C90 66 84 63 83 55", 83, 49, 0),
    belly="M50 52C43 52 40 58 41 66C42 73 46 76 50 76C54 76 58 73 59 66C60 58 57 52 50 52Z",
    lines="M43.4 70V87M56.6 70V87M50 76V91M28.6 90C27 82 31 74 37 74M71.4 90C73 82 69 74 63 74",
    paws=[(43, 91.4, 7.4, 4), (57, 91.4, 7.4, 4)],
    things={"yarn": (15, 83, 0.98, 0), "cocktail": (14.5, 94, 0.98, 0), "mouse": (17, 94, 0.94, 0)},
    stripes="M28 66L40 64M26 76L39 74M72 66L60 64M74 76L61 74M31 57L41 57M69 57L59 57M27 86"
    "L34 84M73 86L66 84",
    spots=[
        (34, 62, 4.4),
        (66, 66, 4.8),
        (30, 76, 4),
        (70, 79, 4),
        (58, 56, 3),
        (40, 53, 2.6),
        (34, 87, 3.6),
        (50, 81, 3),
    ],
)

REST = Pose(
    mood="asleep",
    head=(31, 61, 1.06, -7),
    body="M16 80C10 64 24 53 46 52C70 50 90 58 88 72C87 79 84 81 80 81H22C19 81 17 81 16 80Z",
    shadow="M10 84V72C24 80 76 80 92 70V84Z",
    tail=("M80 74C92 74 96 84 88 88C80 91 72 86 64 88", 59, 88.6, -90),
    before=[("M20 79.4H42", 7.8)],
    lines="M64 80C60 70 68 62 78 65",
    paws=[(44, 79.6, 6, 4)],
    air="M49 20h5.4l-5.4 6.4h5.4M55.6 7h7.4l-7.4 8.6h7.4",
    tail_in_front=True,
    cushion=True,
    things={"yarn": (68, 41.8, 0.92, 0), "cocktail": (70, 53, 0.88, 0), "mouse": (70, 53.6, 0.94, 0)},
    stripes="M56 50L58 61M65 49L67 60M74 51L75 61M83 55L82 64M88 63L82 70M50 74L50 82M58 72"
    "L58 82M70 72L70 82",
    spots=[(58, 58, 4.6), (72, 57, 4.2), (82, 66, 4), (56, 72, 3.8), (72, 75, 3.6), (65, 66, 3)],
)

ROLL = Pose(
    mood="wink",
    head=(27, 68, 1.04, -62),
    body="M30 82C29 68 42 63 56 63C73 63 85 69 85 81C85 92 74 95 58 95C42 95 31 95 30 82Z",
    shadow="M28 84C42 92 72 92 88 78V98H28Z",
    tail=("M80 88C88 95 97 92 95 82", 93.4, 75, 0),
    behind=[("M76 71C84 65 88 58 91 49", 9.6)],
    before=[("M50 69C49 60 52 53 49 45", 7.8), ("M69 70C66 60 69 52 67 44", 10.4), ("M67 42L72.6 38.6", 8)],
    over=[("M42 72C48 79 57 79 62 74", 7)],
    belly="M48 68C56 64 70 65 77 70C79 78 58 82 50 77C46 74 45 70 48 68Z",
    pads=[(72.6, 39.4)],
    air="M98 36C97 32 95 29 92 27M92 40C91 37.4 89 35.4 87 34",
    things={
        "yarn": (57, 34, 0.98, 0),
        "cocktail": (49, 40, 0.86, -4),
        "mouse": (53, 40, 0.92, 0),
        "hat": (75, 33, 0.88, 22),
    },
    stripes="M40 97L43 87M51 98L53 88M63 98L63 88M74 97L72 87M82 90L77 83M87 79L80 76M58 62"
    "L59 68M78 64L75 70",
    spots=[
        (44, 89, 3.8),
        (57, 90, 3.4),
        (70, 88, 4),
        (80, 79, 3.6),
        (66, 79, 3),
        (62, 68, 2.8),
        (37, 79, 2.8),
    ],
)

POSES = {"leap": LEAP, "strut": STRUT, "sit": SIT, "rest": REST, "roll": ROLL}
