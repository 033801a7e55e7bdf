"""The picture of the game for the home page (4:3): four characters, and what they wore a moment ago."""

from ..house.theatre import drape, floor, folds, footlight, spotlight, swag
from ..palette import PIT
from ..pen import fill, line, place
from .cards import loteria
from .characters import figure
from .clothes import boot, sombrero


def cover() -> str:
    wall = folds(0, 0, 400, 220, 18) + fill("M0 0H400V220H0Z", PIT, opacity=".5")
    cast = place(figure("abuela", 2), 6, 74, 1.18) + place(figure("dandy", 1), 276, 64, 1.2)
    cast += place(figure("luchadora", 4), 94, 56, 1.3) + place(figure("mariachi", 1), 174, 54, 1.34)
    lights = "".join(place(footlight(), x, 264, 0.74) for x in range(4, 400, 66))
    swags = "".join(place(swag(), x, 0) for x in range(0, 400, 100))
    curtains = place(drape(), -70, -20, 0.68) + place(drape(flip=True), 368, -20, 0.68)
    stage = place(floor(400, 92), 0, 208)
    return (
        wall
        + stage
        + spotlight(140, -10, 262, 92)
        + spotlight(262, -10, 262, 92)
        + in_the_air()
        + cast
        + curtains
        + lights
        + swags
    )


def in_the_air() -> str:
    """Garments and cards on their way down."""
    out = place(sombrero("#33405E", "#E3B23C", 1.2), 262, 76, 1, 18) + place(
        boot(0, 0, "#7A4526", 1, 14), 170, 62, 1.2, 40
    )
    out += place(boot(0, 0, "#7A4526", -1, 14), 318, 76, 1.2, -28)
    out += (
        place(loteria(20), 48, 62, 0.34, -18)
        + place(loteria(17), 194, 44, 0.34, -12)
        + place(loteria(10), 350, 60, 0.34, 16)
    )
    return out + line("M246 50L242 42M280 48L284 40M166 44L162 36M322 56L326 48", 2.4, "#F6DC8E")
