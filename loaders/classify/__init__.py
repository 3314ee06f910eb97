"""Topics for papers that no source gave any: learned from those that sources gave some, measured, written as records.

`papers` reads the graph page by page, `sample` keeps what is learned from, `features` makes numbers of words, `model`
learns and says how likely a topic is, `measure` says how often that is right, `run` does one after the other.
"""
