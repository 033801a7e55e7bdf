"""The picture of the game for the home page (4:3): four animals at one table, and nobody blinks."""

from ..house.theatre import drape, swag
from ..palette import FELT, FELT_DARK, FELT_LIGHT, WOOD, WOOD_DARK
from ..pen import disc, ellipse, fill, part, place, rays, star
from .animals import bust
from .cards import back, face
from .pieces import crown
from .suits import BLUE, GREEN, PINK


def cover() -> str:
    sky = (
        fill("M0 0H400V300H0Z", "#E8A93C")
        + fill(rays(200, 150, 330, 18), "#F2C766")
        + disc(200, 140, 96, "#F9E2A0")
    )
    seated = place(str(bust("walrus", 10)), 136, 26, 1.48) + place(str(bust("llama", 10)), 262, 24, 1.5)
    seated += place(str(bust("hamster", 10)), 62, 90, 1.24) + place(str(bust("pig", 10)), 338, 84, 1.26)
    return sky + seated + table() + hands() + theatre()


def table() -> str:
    return (
        ellipse(200, 290, 214, 66, WOOD_DARK, 3)
        + ellipse(200, 282, 214, 66, WOOD, 3)
        + ellipse(200, 282, 202, 59, FELT, 3)
        + ellipse(200, 282, 190, 52, "none", 1.6, FELT_LIGHT)
    )


def hands() -> str:
    """Cards before each player, and the trick that all look at."""
    shadow = ellipse(200, 272, 78, 16, FELT_DARK)
    trick = (
        place(face(PINK, 2), 146, 218, 0.44, -9)
        + place(face(BLUE, 7), 196, 212, 0.44, 3)
        + place(face(GREEN, 10), 236, 220, 0.44, 12)
    )
    held = ""
    for x, y, turns in ((46, 246, (-24, -6, 12)), (330, 250, (-12, 6, 24))):
        held += "".join(
            place(place(part(back()), -50, -140), x + i * 9, y + 42, 0.36, turn)
            for i, turn in enumerate(turns)
        )
    return shadow + trick + held + place(star(0, 0, 9), 132, 236) + place(crown(), 290, 236, 0.4, 8)


def theatre() -> str:
    swags = "".join(place(swag(), x, 0) for x in range(0, 400, 100))
    return place(drape(), -64, -20, 0.68) + place(drape(flip=True), 362, -20, 0.68) + swags
