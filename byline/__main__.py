"""`python -m byline`: the command line."""

from byline.cli import main

main()
