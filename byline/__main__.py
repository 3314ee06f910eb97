"""`python -m byline`: the command line."""

from byline.cli.main import main

main()
