"""Bookahead in a notebook, by anywidget (docs/embedding.md, Notebooks). Beside bookahead_widget.js.

    lab = Bookahead(page="https://example.org/bookahead/", scenario={"version": 1, ...})
    lab                     # shows it
    lab.plan["decisions"]   # what the page has planned, as `bookahead plan --json`
    lab.observe(print, "scenario")
"""

from pathlib import Path

import anywidget
import traitlets


class Bookahead(anywidget.AnyWidget):
    """The page in a frame."""

    _esm = Path(__file__).with_name("bookahead_widget.js")

    # The address of the page.
    page = traitlets.Unicode().tag(sync=True)
    # The part of it that is shown, such as "plan"; all of it by default.
    view = traitlets.Unicode("").tag(sync=True)
    height = traitlets.Int(420).tag(sync=True)
    # As in a scenario file. The page changes it when its user does.
    scenario = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
    # What the page has planned.
    plan = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
    # The number of the selected request.
    selection = traitlets.Any(default_value=None, allow_none=True).tag(sync=True)
    # Why the page refused what it was told; empty if it did not.
    error = traitlets.Unicode("").tag(sync=True)
