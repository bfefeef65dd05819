"""The cover: the castle under the Alps, a roof lifted, and a mouse with a cheese."""

from matou import paper as p


def _turret(x: float, foot: float, wide: float, high: float, roof: str, flag: str) -> str:
    left = x - wide / 2
    body = p.paper(
        p.cut_rect(left, foot - high, wide, high, 3, f"turret{x:.0f}"), "var(--stone)", 4
    )
    shade = p.cut_rect(left + wide * 0.64, foot - high, wide * 0.36, high, 3, f"side{x:.0f}")
    body += p.shape(shade, "var(--shadow)", opacity=0.14)
    slit = p.cut_rect(x - 7, foot - high + 34, 14, 34, 7, "slit", 0.3)
    body += p.shape(slit, "var(--window)", "var(--face)", 2)
    eaves, top = foot - high + 4, foot - high - wide * 1.15
    body += p.shape(f"M{x:.0f} {top:.0f}v-38", "none", "var(--face)", 3)
    body += p.shape(f"M{x:.0f} {top - 38:.0f}q18 4 34 12q-16 8-34 12Z", flag)
    cone = [(left - 12, eaves), (x, top), (left + wide + 12, eaves)]
    body += p.paper(p.cut_poly(cone, f"cone{x:.0f}", 3), roof, 4)
    lit = f"M{x:.0f} {top + 4:.0f}L{left + wide + 9:.0f} {eaves - 1:.0f}H{x + wide * 0.1:.0f}Z"
    return body + p.shape(lit, "var(--shadow)", opacity=0.16)


def cover(title: str) -> p.Sheet:
    body = p.shape("M0 0H500V620H0Z", "var(--day)")
    stars = "".join(p.disc(x, y, 2) for x, y in ((40, 130), (170, 116), (330, 140), (470, 230)))
    body += p.shape(stars, "var(--star)")
    body += p.shape(p.cut_disc(428, 146, 30, "sun"), "var(--sun)")
    body += p.shape(p.cut_disc(421, 142, 22, "shade"), "var(--moonshade)")
    clouds = "M52 92q8-30 40-22q14-24 42-6q26-8 30 28ZM250 60q6-22 30-16q12-18 32-4q20-6 24 20Z"
    body += p.shape(clouds, "var(--cloud)")
    peaks = [(0.0, 330.0), (70, 200), (130, 276), (230, 150), (320, 270), (400, 196), (500, 310)]
    body += p.shape(p.poly([*peaks, (500, 470), (0, 470)]), "var(--far)")
    for x, y in (peaks[1], peaks[3], peaks[5]):
        snow = f"M{x} {y}l-30 44l14-8l10 12l12-12l12 10l16-8Z"
        body += p.shape(snow, "var(--cream)", opacity=0.8)
    body += p.shape("M0 400Q120 340 260 384T500 366V620H0Z", "var(--far-low)")
    body += p.shape("M0 500Q150 440 300 486T500 470V620H0Z", "var(--leaf)", opacity=0.55)
    # The keep between two turrets, its roof lifted.
    body += _turret(92, 540, 84, 218, "var(--copper)", "var(--seat-0)")
    body += _turret(408, 540, 84, 218, "var(--clay)", "var(--seat-1)")
    wall = p.cut_rect(112, 366, 276, 178, 4, "keep", 1)
    body += p.paper(wall, "var(--sandstone)", 5)
    inside = p.cut_rect(126, 330, 248, 46, 3, "inside")
    body += p.shape(inside, "var(--dark)")
    body += p.mouse_piece(0, 196, 326, 104, "proud")
    body += p.cheese("emmental", 286, 338, 88, label=False)
    body += p.shape(p.cut_rect(106, 368, 288, 16, 3, "cornice"), "var(--stone)")
    bricks = "".join(f"M{x} {y}h26" for x, y in ((136, 410), (196, 426), (318, 412), (150, 486),
                                                 (338, 496), (132, 516), (296, 440)))  # fmt: skip
    body += p.shape(bricks, "none", "var(--grain)", 4, 0.45)
    door = "M214 544V474Q214 438 250 438Q286 438 286 474V544Z"
    body += p.shape(door, "var(--wood)", "var(--grain)", 5)
    body += p.shape("M238 442V542M262 442V542", "none", "var(--grain)", 3)
    slope = [(106.0, 262.0), (166.0, 178.0), (334.0, 178.0), (394.0, 262.0)]
    lid = p.paper(p.cut_poly(slope, "lid", 4), "var(--thatch)", 6)
    lid += p.pattern("reeds", slope, 17, "var(--face)", 0.32, 6)
    lid += p.shape("M164 179H336", "none", "var(--grain)", 7)
    body += p.group("", lid, -24, 26, rotate=-5)
    body += p.shape("M206 544Q196 590 150 620H330Q298 590 294 544Z", "var(--pavement)")
    body += p.mouse_piece(1, 92, 576, 86) + p.mouse_piece(2, 404, 580, 82, "dizzy")
    return p.cover(title, body)
