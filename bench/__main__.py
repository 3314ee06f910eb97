"""`make bench`: every benchmark that needs nothing but the bundled sample, one after the other."""

from bench import requests

requests.main()
