"""Sphinx's settings for the site and the book. site.py lays the sources beside a copy of this file."""

project = "gibbslab"
author = "The gibbslab authors"
copyright = "2026 the gibbslab authors"
extensions = ["myst_nb", "sphinx.ext.mathjax", "sphinx_design"]
exclude_patterns = ["_static"]

nb_execution_mode = "off"  # the stored outputs are shown
nb_merge_streams = True
nb_mime_priority_overrides = [("html", "text/html", 0), ("html", "image/svg+xml", 10), ("html", "image/png", 20),
                              ("singlehtml", "text/html", 0), ("singlehtml", "image/svg+xml", 10),
                              ("singlehtml", "image/png", 20)]
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]
highlight_language = "go"
pygments_style, pygments_dark_style = "xcode", "github-dark"

mathjax_path = "tex-svg.js"
mathjax3_config = {"options": {"enableMenu": False}}

html_theme = "furo"
html_title = "gibbslab"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
