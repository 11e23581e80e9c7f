#!/bin/sh
# Found by the scripts of a package in place of Debian's own program while Sluice installs that package, so that no
# service of the package is started.
exit 0
