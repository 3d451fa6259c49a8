"""MusicXML as a picture, by Verovio: the only place that knows it."""

from __future__ import annotations

from importlib.util import find_spec

from tutti.concert.needs import Missing
from tutti.extras import install_line

OPTIONS = {
    "adjustPageHeight": True,
    "breaks": "encoded",
    "footer": "none",
    "header": "auto",
    "lyricSize": 3.2,
    "lyricWordSpace": 2.0,
    "minLastJustification": 0.0,
    "pageHeight": 60000,
    "pageWidth": 2600,
    "scale": 45,
    "svgHtml5": False,
    "svgViewBox": True,
    "xmlIdSeed": 1,
}
"""One page as high as it must be; the same picture every time."""


def able() -> bool:
    return find_spec("verovio") is not None


def svg(musicxml: str) -> str:
    """The engraved score on one page. Raises ``Missing`` without Verovio."""
    try:
        import verovio
    except ImportError:
        raise Missing("no_verovio", command=install_line("concert")) from None
    verovio.enableLog(verovio.LOG_OFF)
    toolkit = verovio.toolkit()
    toolkit.setOptions(OPTIONS)
    if not toolkit.loadData(musicxml):
        raise ValueError("Verovio cannot read this score")
    return str(toolkit.renderToSVG(1))
