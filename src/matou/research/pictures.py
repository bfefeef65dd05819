"""Our SVG as pixels, and in a window."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.state import Observation
from matou.research import missing, need
from matou.research.observations import Numbers

WIDTH = 480  # pixels; boards are readable from 360 on
MODES = ["human", "ansi", "rgb_array"]


@lru_cache(maxsize=2)  # a window shows a picture, and then somebody asks for the same
def pixels(svg: str, width: int = WIDTH) -> Numbers:
    """The picture as an array of bytes: height, width, and red, green and blue."""
    need("resvg_py", "resvg_py, which draws the pictures,")
    need("PIL", "Pillow, which reads the pictures,")
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, background="#ffffff")
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


class Window:
    """A window that shows one picture after another."""

    def __init__(self, title: str) -> None:
        try:
            import pygame
        except ImportError:
            missing("pygame, which opens the window,")
        self.pygame: Any = pygame
        self.title = title
        self.screen: Any = None

    def show(self, picture: Numbers) -> None:
        """Show a picture; the window takes its size."""
        size = (picture.shape[1], picture.shape[0])
        if self.screen is None or self.screen.get_size() != size:
            self.pygame.display.init()
            self.screen = self.pygame.display.set_mode(size)
            self.pygame.display.set_caption(self.title)
        self.pygame.event.pump()
        self.pygame.surfarray.blit_array(self.screen, picture.swapaxes(0, 1))
        self.pygame.display.flip()

    def close(self) -> None:
        """Close the window."""
        if self.screen is not None:
            self.pygame.display.quit()
            self.screen = None


class Rendered:
    """An environment that shows what somebody at its table sees."""

    game: Game
    render_mode: str | None
    width: int
    window: Window | None = None

    def seen(self) -> Observation:
        """What is rendered."""
        raise NotImplementedError

    def render(self) -> Any:
        """An array of pixels, the board in words, or nothing and a window."""
        if self.render_mode == "ansi":
            return self.seen().text()
        if self.render_mode == "rgb_array":
            return pixels(self.seen().svg(), self.width)
        if self.render_mode == "human":
            if self.window is None:
                self.window = Window(self.game.words.TITLE.en)
            self.window.show(pixels(self.seen().svg(), self.width))
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.window is not None:
            self.window.close()
            self.window = None
