"""Write the font of the page's formulas, a part of Latin Modern Math: mathfont.py LATINMODERN-MATH.OTF.

It needs fonttools and brotli. The font comes with TeX, and with Debian's fonts-lmodern. Its licence, that of GUST, is
the LaTeX Project Public License."""

import subprocess
import sys
from pathlib import Path

LETTERS = ("20-7E A0 AC AF B1 B7 D7 302 303 304 305 393 394 398 39B 3A0 3A3 3A6 3A8 3A9 3B1-3C9 3D1 3D5 3F5 2013 2014 201C 201D "
           "2026 2032 203E 2061 2062 210E 2113 2190 2192 2208 220F 2211 2212 2217 221A 221D 221E 2223 2225 222B 223C 2260 2264 "
           "2265 22A4 22C5 22EF 1D40D 1D434-1D467 1D6E4-1D71B")

if __name__ == "__main__":
    target = Path(__file__).parents[1] / "page/build/static/math.woff2"
    subprocess.run(["pyftsubset", sys.argv[1], "--unicodes=" + ",".join("U+" + u for u in LETTERS.split()),
                    "--layout-features=", "--flavor=woff2", "--no-hinting", "--desubroutinize", f"--output-file={target}"],
                   check=True)
