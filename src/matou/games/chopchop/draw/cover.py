"""The cover: a kitchen at night-time, Matou on the table, and somebody under it."""

from matou import paper as p
from matou.games.chopchop.components import FORK, KNIFE
from matou.games.chopchop.draw import kitchen


def cover(title: str) -> p.Sheet:
    body = p.shape("M0 0H500V470H0Z", "var(--indoors)")
    joints = "".join(f"M0 {y}H500" for y in range(300, 470, 52))
    joints += "".join(f"M{x} {y}v52" for y in (300, 404) for x in range(40, 500, 78))
    joints += "".join(f"M{x} 352v52" for x in range(1, 500, 78))
    body += p.shape(joints, "none", "var(--cream)", 2, 0.22)
    # A rail with what hangs from it, and a window.
    pane = p.cut_rect(306, 124, 150, 128, 8, "pane")
    body += p.paper(pane, "var(--day)", 4, "var(--cream)", 10)
    body += p.shape(p.cut_disc(412, 166, 20, "sun"), "var(--sun)")
    body += p.shape(p.cut_disc(407, 163, 15, "shade"), "var(--moonshade)")
    body += p.shape("M381 126V250M308 188H454", "none", "var(--cream)", 6)
    body += p.shape("M34 132H270", "none", "var(--grain)", 9)
    for x, kind in ((82, FORK), (150, KNIFE)):
        body += p.shape(f"M{x} 132V152", "none", "var(--face)", 3)
        body += kitchen.face(kind, x, 190, 84)
    body += p.shape("M222 132V150", "none", "var(--face)", 3)
    body += p.paper(p.cut_disc(222, 186, 36, "pan"), "var(--charcoal)", 4)
    body += p.shape(p.cut_disc(222, 186, 26, "pan in"), "var(--dark)")
    # The floor, the wall's foot with a hole, the table.
    body += p.shape("M0 470H500V620H0Z", "var(--floor)")
    for row in range(3):
        for i in range(10):
            if (row + i) % 2:
                body += p.shape(f"M{i * 50} {470 + row * 50}h50v50h-50Z", "var(--floor-odd)")
    body += p.shape("M0 456H500V474H0Z", "var(--wood)")
    body += p.hole(388, 424, 92)
    body += p.mouse_head("watching", 388, 440, 52)
    for leg in (62.0, 292.0):
        body += p.paper(p.cut_rect(leg, 380, 26, 160, 4, f"leg{leg:.0f}"), "var(--grain)", 4)
    body += p.wood(26, 356, 330, 36, "table")
    body += p.matou("pouncing", 134, 292, 168)
    body += p.cheese_wedge(278, 326, 92)
    body += p.mouse("dizzy", 206, 552, 96, "var(--rose)")
    body += p.cheese_wedge(284, 580, 58)
    body += p.die(5, 436, 560, 74) + p.die(3, 66, 572, 58, "var(--tomato)")
    return p.cover(title, body)
