"""A cat from its pose, coat, pattern and accessory, in a box of 100 × 100; and a pose in one ink."""

from ..palette import GOLD, INK, OUTLINE, PAPER, mix
from ..pen import both, clipped, fill, ink, line, num, oval, part, place
from .coats import COATS, coat_moustache, sign
from .heads import HEAD, MASK, head
from .poses import POSES, Limb, Pose
from .things import THINGS

OUT = OUTLINE / 0.88  # a cat stands on its card at about this scale
TAIL_WIDTH = 6.4
RIM = 2.6  # of paper around a silhouette


def joined_limbs(limbs: list[Limb], colour: str, body: str = "") -> str:
    """Limbs and a body as one silhouette: ink around all, then colour in all."""
    outline = ink(body, INK, 2 * OUT) if body else ""
    outline += "".join(line(d, width + 2 * OUT) for d, width in limbs)
    colours = fill(body, colour) if body else ""
    return part(outline + colours + "".join(line(d, width, colour) for d, width in limbs)) if outline else ""


def marked(limbs: list[Limb], pattern: str | None, colour: str) -> str:
    """Rings or dots along the limbs."""
    if pattern == "striped":
        dashes = {"stroke_linecap": "butt", "stroke_dasharray": "2.6 4.3", "stroke_dashoffset": "-7"}
        return "".join(line(d, width, colour, **dashes) for d, width in limbs)
    if pattern == "spotted":
        dots = {"stroke_dasharray": ".1 8.4", "stroke_dashoffset": "-9"}
        return "".join(line(d, width * 0.52, colour, **dots) for d, width in limbs)
    return ""


def cushion() -> str:
    cloth = "#3E7C78"
    tassels = "".join(
        line(f"M{x} 87l{2 * side} 6M{x} 87l{-side} 6.4M{x} 87l{4 * side} 4", 2.2)
        for x, side in ((7, -1), (93, 1))
    )
    pillow = "M8 86C6 79 14 80 22 79H78C86 80 94 79 92 86C94 95 86 95 78 95.4H22C14 95 6 95 8 86Z"
    fold = "M9.6 88C30 92 70 92 90.4 88C91 93.6 86 93.6 78 94H22C14 93.6 9 93.6 9.6 88Z"
    return part(tassels + ink(pillow, cloth, 3) + fill(fold, mix(cloth, INK, 0.16)))


def cat(pose: str, coat: str, pattern: str | None = None, accessory: str | None = None) -> str:
    p, c = POSES[pose], COATS[coat]
    dark = mix(c.fur, INK, 0.14)
    out = fill(oval(*p.floor_shadow), "#B98A4C") if p.floor_shadow else ""
    if p.cushion:
        out += cushion()
    if not p.tail_in_front:
        out += tail(p, coat, pattern)
    out += joined_limbs(p.behind, dark) + marked(p.behind, pattern, c.marking)
    out += joined_limbs(p.before, c.fur, p.body) + body_markings(p, coat, pattern)
    out += marked(p.before, pattern, c.marking)
    if p.lines:
        out += line(p.lines, 1.8, "#0F0C0A" if coat == "black" else INK)
    for x, y, rx, ry in p.paws:
        out += ink(oval(x, y, rx, ry), c.fur, 2.2) + line(
            f"M{num(x - 1.8)} {num(y)}v2.6M{num(x + 1.8)} {num(y)}v2.6", 1.3
        )
    if p.tail_in_front:
        out += tail(p, coat, pattern)
    out += "".join(pads(x, y) for x, y in p.pads)
    out += joined_limbs(p.over, c.fur) + marked(p.over, pattern, c.marking)
    out += line(p.air, 2) if p.air else ""
    return out + crowned_with(p, coat, pattern, accessory)


def crowned_with(p: Pose, coat: str, pattern: str | None, accessory: str | None) -> str:
    """The head, and the accessory before or behind it."""
    x, y, k, turn = p.head
    on_head = accessory == "hat" and "hat" not in p.things
    face = place(part(head(coat, pattern, p.mood, on_head, k * 0.88)), x, y, k, turn)
    if accessory is None or on_head:
        return face
    tx, ty, tk, tturn = p.things[accessory]
    thing = place(THINGS[accessory](), tx, ty, tk, tturn, flip=accessory == "mouse" and p.mouse_turned)
    return face + thing if p.cushion else thing + face


def tail(p: Pose, coat: str, pattern: str | None) -> str:
    c, (d, x, y, turn) = COATS[coat], p.tail
    limb = [(d, TAIL_WIDTH)]
    end = place(sign(c.tip, 6.8, mix(c.fur, "#FFFFFF", 0.38), 2.6), x, y, 1, turn)
    return joined_limbs(limb, c.fur) + marked(limb, pattern, c.marking) + end


def body_markings(p: Pose, coat: str, pattern: str | None) -> str:
    c = COATS[coat]
    belly = {"white": "#FFFFFF", "black": "#57504C"}.get(coat, mix(c.fur, "#FFFFFF", 0.45))
    out = (fill(p.belly, belly) if p.belly else "") + fill(p.shadow, mix(c.fur, INK, 0.14))
    if pattern == "striped":
        out += line(p.stripes, 3.8, c.marking)
    if pattern == "spotted":
        out += fill("".join(oval(x, y, r, r * 0.86) for x, y, r in p.spots), c.marking)
    return clipped(p.body, out)


def pads(x: float, y: float) -> str:
    toes = "".join(oval(x + dx, y - 3.1 + abs(dx) * 0.35, 0.9) for dx in (-2.3, 0, 2.3))
    return fill(oval(x, y, 2.1, 1.8) + toes, "#E9A79B")


def silhouette(pose: str) -> str:
    """A pose in one ink, without coat: what the pose cards and the notebook show. It has a rim for dark grounds."""
    p = POSES[pose]
    limbs = [*p.behind, *p.before, *p.over, (p.tail[0], TAIL_WIDTH)]
    x, y, k, turn = p.head
    ball = place(tip_ball(INK, 0), p.tail[1], p.tail[2])
    rim = ink(p.body, PAPER, 2 + 2 * RIM, PAPER) + "".join(
        line(d, width + 1 + 2 * RIM, PAPER) for d, width in limbs
    )
    rim += place(tip_ball(PAPER, 2 * RIM), p.tail[1], p.tail[2])
    out = (cushion() if p.cushion else "") + rim
    out += ink(p.body, INK, 2) + "".join(line(d, width + 1) for d, width in limbs) + ball
    if p.gap:
        out += fill(p.gap, PAPER)
    face = line(HEAD, 6, PAPER) + fill(HEAD, INK) + fill(MASK, GOLD)
    face += both(fill(oval(8.6, -3.2, 4.4, 3.6), INK)) + coat_moustache("brown", PAPER)
    return out + place(face, x, y, k, turn)


def tip_ball(colour: str, width: float) -> str:
    return ink(oval(0, 0, 6), colour, width, colour)
