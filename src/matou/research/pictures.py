"""Renders pictures to pixels and shows them in a window."""

import io
from functools import lru_cache
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import missing, need_package
from matou.research.observations import Numbers

WIDTH = 480  # pixels; boards are readable from 360 on
MODES = ["human", "ansi", "rgb_array"]


@lru_cache(maxsize=2)  # a window shows a picture, and then the caller asks for the same one
def pixels(svg: str, width: int = WIDTH) -> Numbers:
    """Returns a picture as an array: height, width, RGB."""
    need_package("resvg_py", "resvg_py, which draws the pictures,")
    need_package("PIL", "Pillow, which reads the pictures,")
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, background="#ffffff")
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


class Window:
    """A window that shows one picture at a time."""

    def __init__(self, title: str) -> None:
        try:
            import pygame
        except ImportError:
            raise missing("pygame, which opens the window,") from None
        self.pygame: Any = pygame
        self.title = title
        self.screen: Any = None

    def show(self, picture: Numbers) -> None:
        size = (picture.shape[1], picture.shape[0])
        if self.screen is None or self.screen.get_size() != size:
            self.pygame.display.init()
            self.screen = self.pygame.display.set_mode(size)
            self.pygame.display.set_caption(self.title)
        self.pygame.event.pump()
        self.pygame.surfarray.blit_array(self.screen, picture.swapaxes(0, 1))
        self.pygame.display.flip()

    def close(self) -> None:
        if self.screen is not None:
            self.pygame.display.quit()
            self.screen = None


class Rendered:
    """An environment that shows what a seat sees."""

    game: Game
    render_mode: str | None
    width: int
    window: Window | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Returns everything but the window, which stays with the environment that opened it."""
        return {name: value for name, value in vars(self).items() if name != "window"}

    def seen(self) -> Observation:
        """Returns the observation to render."""
        raise NotImplementedError

    def render(self) -> Any:
        """Returns pixels or text, or shows a window and returns None."""
        if self.render_mode == "ansi":
            return self.seen().text()
        if self.render_mode == "rgb_array":
            return pixels(self.seen().svg(), self.width)
        if self.render_mode == "human":
            if self.window is None:
                self.window = Window(self.game.words.TITLE.say())
            self.window.show(pixels(self.seen().svg(), self.width))
        return None

    def close(self) -> None:
        if self.window is not None:
            self.window.close()
            self.window = None
