"""Models of storage performance next to published measurements.

The package contains the engine and the labs of Pathlength, and its results are bit-identical to those of the command
``pathlength``. It has no dependencies; NumPy, pandas, polars, and Arrow are used where they are installed.

>>> import pathlength
>>> lab = pathlength.open("disk-paths")
>>> answer = lab.run(path="eckd", phase="read")
>>> answer.units["kb_per_s"]
'KB/s'
"""

from . import codecs, queue
from ._answers import Answer, Calibration
from ._cells import Cells
from ._document import Document
from ._engine import PathlengthError
from ._engine import version as _version
from ._facts import Output, Parameter, Setting, Table
from ._frame import Frame, Words
from ._lab import Lab, labs, open
from ._sweep import Grid, Spread, Sweep, linear, log

__version__ = _version()

__all__ = [
    "Answer",
    "Calibration",
    "Cells",
    "Document",
    "Frame",
    "Grid",
    "Lab",
    "Output",
    "Parameter",
    "PathlengthError",
    "Setting",
    "Spread",
    "Sweep",
    "Table",
    "Words",
    "codecs",
    "labs",
    "linear",
    "log",
    "open",
    "queue",
]
