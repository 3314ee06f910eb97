"""Print the papers with the highest PageRank in a citation network, from `byline export --graph graphml`."""

import sys

import networkx as nx

citations = nx.read_graphml(sys.argv[1])
ranks = nx.pagerank(nx.DiGraph(citations))
for paper in sorted(ranks, key=lambda paper: (-ranks[paper], paper))[:10]:
    print(f"{ranks[paper]:.4f}  {citations.nodes[paper].get('year', '')}  {citations.nodes[paper]['label']}")
