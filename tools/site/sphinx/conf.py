"""What Sphinx builds the site with. Nothing in it comes from a network, and two builds are the same."""

project = "Osy# tools"
html_title = "Osy# tools"
extensions = ["myst_parser"]
exclude_patterns = ["extra"]
myst_heading_anchors = 6
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
