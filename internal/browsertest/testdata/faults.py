"""Negative control: all that is wrong with a page must be said, and nothing of a page that is right."""

from urllib.parse import quote

from opened import axe, open_page

RIGHT = "<!doctype html><html lang=en><title>t</title><main><h1>Right</h1></main>"
WRONG = RIGHT + """<main><button></button></main><img alt=x src='http://127.0.0.1:9/x.png'>
<script>console.error('broken')</script><script>throw new Error('thrown')</script>"""


def said(source, n):
    try:
        with open_page("data:text/html," + quote(source)) as (page, faults):
            axe(page, faults, "page")
            faults.expect("number", n, 2)
            faults.near("about", n, 2.01, 0.1)
    except SystemExit as e:
        return str(e)
    return ""


if said(RIGHT, 2):
    raise SystemExit(f"a right page is blamed: {said(RIGHT, 2)}")
told = said(WRONG, 3)
for want in ("console: broken", "exception: thrown", "request: http://127.0.0.1:9/x.png", "axe, page: button-name",
             "number: 3, expected 2", "about: 3, expected 2.01 ± 0.1"):
    if want not in told:
        raise SystemExit(f"{want!r} is not said, but\n{told}")
