project = "Disks of a Linux guest"
extensions = ["myst_parser", "pathlength.sphinx"]
html_theme = "furo"
# The folder of the npm package; with `pip install pathlength-notebook`, this line is not needed.
pathlength_files = "../../dist/package"
