"""Renders the sounds of the site in Chromium and measures them.

python tools/sounds.py                prints figures of each sound, and the pairs most alike
python tools/sounds.py --wav FOLDER   also writes each sound to a file
python tools/sounds.py --write        also writes the figures to tests/data/sounds.txt

A test compares the figures with that file, and fails if two sounds are too much alike.
"""

from __future__ import annotations

import argparse
import itertools
import wave
from base64 import b64decode
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from programs import find

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "src" / "matou" / "web" / "static" / "board" / "sound.js"
FIGURES = ROOT / "tests" / "data" / "sounds.txt"
RATE = 44100
SLICE = RATE // 20  # 50 ms; the next slice begins after half of it
BANDS = 1000.0 * 2.0 ** (np.arange(-12, 10) / 3)  # third octaves, by their middle: 63 Hz to 8 kHz
FLOOR = -40.0  # dB below the loudest cell of a sound; weaker cells count as silent

# The noise is the same in each run.
RENDER = """async ([source, rate]) => {
  let seed = 1;
  Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const address = `data:text/javascript,${encodeURIComponent(source)}`;
  const { SOUNDS, VOLUME, sound } = await import(address);
  const rendered = {};
  for (const [name, tones] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, 2 * rate, rate), out = context.createGain();
    out.gain.value = VOLUME;
    out.connect(context.destination);
    for (const tone of tones) sound(context, out, tone, 0);
    const bytes = new Uint8Array((await context.startRendering()).getChannelData(0).buffer);
    rendered[name] = bytes.toBase64();
  }
  return rendered;
}"""

Samples = NDArray[np.floating[Any]]


def render(browser: Any, script: str) -> dict[str, Samples]:
    """Returns two seconds of each sound that the script defines."""
    page = browser.new_page()
    rendered = page.evaluate(RENDER, [script, RATE])
    page.close()
    return {name: np.frombuffer(b64decode(sound), "<f4") for name, sound in rendered.items()}


def spectrogram(samples: Samples) -> Samples:
    """Returns the power in each slice and third octave, weighted as ears hear it (A)."""
    padded = np.concatenate([np.zeros(SLICE // 2), samples, np.zeros(SLICE)])
    slices = np.lib.stride_tricks.sliding_window_view(padded, SLICE)[:: SLICE // 2]
    power = np.abs(np.fft.rfft(slices * np.hanning(SLICE), 4 * SLICE)) ** 2
    pitches = np.fft.rfftfreq(4 * SLICE, 1 / RATE)
    power *= a_weighting(pitches) * 2 / (np.hanning(SLICE) ** 2).sum() / (4 * SLICE)
    band = np.rint(3 * np.log2(np.maximum(pitches, 1.0) / BANDS[0])).astype(int)
    return np.stack([power[:, band == b].sum(axis=1) for b in range(len(BANDS))], axis=1)


def a_weighting(pitch: Samples) -> Samples:
    """Returns how strongly ears hear power at a pitch, 1 at 1 kHz (IEC 61672)."""
    f2 = pitch**2
    gain = 12194**2 * f2**2 / (f2 + 20.6**2) / (f2 + 12194**2)
    gain /= np.sqrt((f2 + 107.7**2) * (f2 + 737.9**2))
    return np.asarray((gain * 10**0.1) ** 2)


def decibels(power: Samples) -> Samples:
    return np.asarray(10 * np.log10(np.maximum(power, 1e-12)))


def shape(samples: Samples) -> Samples:
    """Returns the spectrogram in dB from 0 (silent), without silence before it and regardless of
    its volume."""
    start = int(np.argmax(np.abs(samples) > 0.02 * np.abs(samples).max()))
    power = spectrogram(np.concatenate([samples[start:], np.zeros(start)]))
    return np.asarray(np.maximum(decibels(power / power.max()) - FLOOR, 0.0))


def distance(one: Samples, other: Samples) -> float:
    """Returns how much two shapes differ: 1 if no pitch sounds in both at the same time."""
    return float(np.abs(one - other).sum() / np.maximum(one, other).sum())


def figures(samples: Samples) -> dict[str, float]:
    """Returns the loudest 50 ms and the highest peak in dB, the duration in seconds, and the pitch
    in hertz above and below which ears hear as much."""
    power = spectrogram(samples)
    loud = decibels(power.sum(axis=1))
    share = np.cumsum(power.sum(axis=0)) / power.sum()
    return {
        "loudness": float(loud.max()),
        "peak": float(20 * np.log10(np.abs(samples).max())),
        "seconds": float((loud > loud.max() + FLOOR).sum() * SLICE / 2 / RATE),
        "pitch": float(BANDS[int(np.argmax(share >= 0.5))]),
    }


def table(sounds: dict[str, Samples]) -> str:
    lines = [f"{'sound':8}{'loudness':>10}{'peak':>8}{'seconds':>9}{'pitch':>7}"]
    for name, samples in sounds.items():
        f = figures(samples)
        line = f"{name:8}{f['loudness']:10.1f}{f['peak']:8.1f}{f['seconds']:9.2f}{f['pitch']:7.0f}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def pairs(sounds: dict[str, Samples]) -> list[tuple[float, str, str]]:
    """Returns all pairs of sounds with their distance, the most alike first."""
    shapes = {name: shape(samples) for name, samples in sounds.items()}
    two = itertools.combinations(shapes, 2)
    return sorted((distance(shapes[a], shapes[b]), a, b) for a, b in two)


def save(folder: Path, sounds: dict[str, Samples]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, samples in sounds.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wav", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find("chromium"), args=["--no-sandbox"])
        sounds = render(browser, SCRIPT.read_text())
        browser.close()
    if args.wav:
        save(args.wav, sounds)
    if args.write:
        FIGURES.write_text(table(sounds))
    print(table(sounds))
    for apart, one, other in pairs(sounds)[:10]:
        print(f"{apart:.2f} {one} {other}")


if __name__ == "__main__":
    main()
