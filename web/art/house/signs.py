"""Signs for buttons (24 × 24), in one line that takes the colour of the text around it.

Drawn with the house's hand: round ends, a curl where there is room for one, solid dots where a thing has weight.
"""

from ..pen import element


def stroke(d: str, width: float | None = None) -> str:
    return element("path", d=d, stroke_width=width)


def solid(d: str) -> str:
    """A filled shape with the line around it."""
    return element("path", d=d, fill="currentColor")


def dot(x: float, y: float, r: float = 1.4) -> str:
    return element("circle", cx=x, cy=y, r=r, fill="currentColor", stroke="none")


FACE = "M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3Z"
PAGE = "M5 3.4H16L19 6.4V20.6H5Z"

SIGNS = {
    "menu": stroke(
        "M4 7C8 5.8 10 8 14 7S19 6.4 20 7M4 12.2H20M4 17.4C8 16.2 10 18.4 14 17.4S19 16.8 20 17.4"
    ),
    "close": stroke("M6 6L18 18M18 6L6 18"),
    "back": stroke("M11 5L4.4 12L11 19M5 12H19.6"),
    "next": stroke("M13 5L19.6 12L13 19M19 12H4.4"),
    "sound": stroke("M4 9.6H7.6L12 5.6V18.4L7.6 14.4H4ZM15.4 9.4Q17.4 12 15.4 14.6M18 6.8Q22 12 18 17.2"),
    "mute": stroke("M4 9.6H7.6L12 5.6V18.4L7.6 14.4H4ZM15.6 9.6L20.4 14.4M20.4 9.6L15.6 14.4"),
    "talk": stroke(
        "M4 5.4Q12 3.4 20 5.4Q21.6 11 20 16Q15.6 17.2 11.4 16.8L6.6 20.6L7.4 16.4"
        "Q5.4 16.2 4 15.6Q2.4 10.6 4 5.4Z"
    )
    + dot(8.2, 10.8)
    + dot(12, 10.8)
    + dot(15.8, 10.8),
    "log": stroke(
        "M6.4 3.6H20V16.4Q20 20.4 16.6 20.4H5.4Q8 19.6 8 16.4V6Q8 3.6 6 3.6Q4 3.6 4 6V8H8"
        "M11.4 8.4H16.6M11.4 12H16.6M11.4 15.6H15"
    ),
    "settings": stroke("M3.6 6.6H9.4M15.4 6.6H20.4M3.6 12.2H6M12 12.2H20.4M3.6 17.8H11.4M17.4 17.8H20.4")
    + stroke("M12.4 3.6A3 3 0 1 1 12.4 9.6A3 3 0 1 1 12.4 3.6ZM9 9.2A3 3 0 1 1 9 15.2A3 3 0 1 1 9 9.2Z")
    + stroke("M14.4 14.8A3 3 0 1 1 14.4 20.8A3 3 0 1 1 14.4 14.8Z"),
    "copy": stroke("M8.4 7.6H19.6V21H8.4ZM8.4 16.6H4.4V3.2H15.6V7.6"),
    "share": stroke("M12 14.6V3.4M7.8 7.2L12 3.2L16.2 7.2M8.2 10.6H5V20.6H19V10.6H15.8"),
    "clock": stroke(FACE + "M12 6.8V12L15.6 14.2"),
    "eye": stroke("M2.6 12Q12 2.6 21.4 12Q12 21.4 2.6 12Z") + dot(12, 12, 3),
    "trick": stroke("M9.4 7.4L16.6 5.6L19.8 17.8L12.6 19.6ZM7.6 18.6L4.2 18L6 7.6L8.2 8")
    + stroke("M3.4 4.6A9.6 9.6 0 0 1 9.6 2.8M3.2 1.8V4.9H6.3", 1.8),
    "undo": stroke("M4.6 9.4H14.4Q19.6 9.4 19.6 14.2T14.4 19H8.4M9 4.6L4.2 9.4L9 14.2"),
    "help": stroke("M8 8.8C8 3.4 16.4 3.4 16.4 8.8C16.4 12 12.2 12 12.2 15.4", 2.4) + dot(12.2, 19.6, 1.7),
    "check": stroke("M4.6 13L9.8 18.4L19.6 6", 2.8),
    "cross": stroke("M6 6L18 18M18 6L6 18", 2.8),
    "plus": stroke("M12 4.6V19.4M4.6 12H19.4", 2.6),
    "minus": stroke("M4.6 12H19.4", 2.6),
    "host": stroke("M4 17.6L2.8 8L8 12L12 5L16 12L21.2 8L20 17.6Q12 20.4 4 17.6ZM4.2 14.6Q12 17.2 19.8 14.6")
    + dot(12, 4, 1.5)
    + dot(2.8, 7, 1.3)
    + dot(21.2, 7, 1.3),
    "bell": stroke(
        "M5 17.4Q7 15.6 7 10.6C7 4.2 17 4.2 17 10.6Q17 15.6 19 17.4ZM12 3V5.6M9.8 20Q12 22 14.2 20"
    ),
    "download": stroke("M12 3.4V14.6M7.6 10.6L12 15L16.4 10.6M4.4 16V20.4H19.6V16"),
    "shield": stroke("M12 2.8Q16 5.4 20 5.2Q20.6 16 12 21.2Q3.4 16 4 5.2Q8 5.4 12 2.8ZM8 12L11 15L16.2 8.8"),
    "sun": stroke(
        "M12 7.6A4.4 4.4 0 1 1 12 16.4A4.4 4.4 0 1 1 12 7.6ZM12 2.4V4.2M12 19.8V21.6M2.4 12"
        "H4.2M19.8 12H21.6M5.2 5.2L6.5 6.5M17.5 17.5L18.8 18.8M5.2 18.8L6.5 17.5M17.5 6.5L18.8 5.2"
    ),
    "moon": stroke(
        "M14.6 3.2A9 9 0 1 0 20.8 14.6A7.4 7.4 0 0 1 14.6 3.2ZM17.6 5.4L18.2 7L19.8 7.6"
        "L18.2 8.2L17.6 9.8L17 8.2L15.4 7.6L17 7Z"
    ),
    "language": stroke(FACE + "M3.4 12H20.6M12 3Q7 7.6 7 12T12 21Q17 16.4 17 12T12 3Z", 1.8),
    "swap": stroke("M4 8.4H19M15 4.2L19.4 8.4L15 12.6M20 15.6H5M9 11.4L4.6 15.6L9 19.8"),
    "notebook": stroke(
        "M6 3.4H19.4V20.6H6ZM3.6 7.2H7.6M3.6 12H7.6M3.6 16.8H7.6M11 8.4L12.4 9.8L15.4 6.8"
        "M11 13.4H16M11 16.8H14.4"
    ),
    "filter": stroke("M3.4 4.6H20.6L14.2 12.2V19.6L9.8 17.4V12.2Z"),
    "rules": stroke(PAGE + "M8.4 9.4H15.6M8.4 12.6H15.6M8.4 15.8H12.6M16 3.4V6.4H19"),
    "laugh": stroke(FACE + "M6.8 9.4Q8.2 7.6 9.8 9.4M14.2 9.4Q15.8 7.6 17.2 9.4")
    + solid("M7 13H17Q16.4 18 12 18T7 13Z"),
    "applause": stroke(
        "M6.6 12.6L11.8 6.4Q13.4 5 14.4 6.6L19.4 12.4Q21 15 18.4 18.2Q15.4 21.4 11.4 19.6"
        "L6 15.6Q4.6 14 6.6 12.6ZM9.4 15.2L6 12.8M11.4 12.8L8.2 10.4M13.6 10.6L10.2 8.2"
    )
    + stroke("M5.4 4.6L6.8 6.6M10 2.4L10.4 4.8M15.6 2.6L14.8 4.6", 1.8),
    "surprise": stroke(FACE + "M7 7.6Q8.4 6 9.8 7M17 7.6Q15.6 6 14.2 7")
    + dot(8.8, 10.6, 1.5)
    + dot(15.2, 10.6, 1.5)
    + solid("M12 13.8A2 2.6 0 1 1 12 19A2 2.6 0 1 1 12 13.8Z"),
    "thinking": stroke(
        "M14.4 5.8A7.6 7.6 0 1 0 17.4 11.4M7 8.6L9.4 9.4M12 8.2L14.4 7.6M7.8 16.2Q10.4 14.4 13.2 15.8"
    )
    + dot(8.6, 12, 1.2)
    + dot(13, 11.4, 1.2)
    + dot(17.2, 7, 1.1)
    + dot(20.4, 4.2, 1.7),
    "tear": stroke(FACE + "M6.8 10Q8.2 11.6 9.8 10M14.2 10Q15.8 11.6 17.2 10M8.8 17.4Q12 14.4 15.2 17.4")
    + solid("M17.6 12.6Q19.6 15.4 17.6 16.4Q15.6 15.4 17.6 12.6Z"),
    "heart": solid("M12 20.2C1 12.6 4.2 3.4 9 4.2Q11.2 4.6 12 7.2Q12.8 4.6 15 4.2C19.8 3.4 23 12.6 12 20.2Z"),
    "fire": stroke(
        "M12.4 2.8C13.4 7 18.8 9 18.8 14.6Q18.8 21 12 21T5.2 14.6Q5.2 11 8 8.6"
        "Q8.2 11 9.6 11.6Q12.6 8.6 12.4 2.8Z"
    )
    + solid("M12 20Q8.8 19.4 9.4 16.4Q10.8 15.8 12 13.4Q14.8 15.6 14.6 17.4Q14.2 19.8 12 20Z"),
    "moustache": solid(
        "M12 11.2C10.6 8.6 7 8.8 5.8 11.4C7.4 16 11 15.4 12 13.4C13 15.4 16.6 16 18.2 11.4"
        "C17 8.8 13.4 8.6 12 11.2Z"
    )
    + stroke(
        "M6.4 12.6C4.4 14.2 1.8 13 2 10.4C2.2 8.2 5 8.2 4.8 10.2M17.6 12.6"
        "C19.6 14.2 22.2 13 22 10.4C21.8 8.2 19 8.2 19.2 10.2",
        1.8,
    ),
}
