"""Predict topics of papers that have no topics: train on papers with source-assigned topics, evaluate, and write
records.

`papers` reads the graph page by page, `sample` selects the training papers, `features` computes features from words,
`model` trains and predicts, `evaluate` measures the accuracy, and `pipeline` runs these steps.
"""
