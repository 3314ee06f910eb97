"""Entity resolution: decide which records describe one entity, and which mentions belong to one person.

Data meets the modules in this order:

- `blocking`: fetch the candidates of a batch from the graph (`blocking.records`, then `blocking.mentions`).
- `constraints`: turn curators' decisions into must-link and cannot-link constraints.
- `affiliations`: parse affiliation texts into names and places of institutions.
- `entities`: cluster records into papers, institutions, funders, venues and volumes.
- `mentions`: extract the person mentions of a record, and find those that a batch can affect.
- `name_frequency`: estimate how many authors have a name.
- `person_name_keys`, `mention_evidence`: compare names of people, and find the evidence that two mentions share.
- `people`: cluster mentions into people.
- `ids`: assign Byline IDs to clusters, including restored ones.
- `person_assignment`: run the steps for people on a batch, and return the changes to write.
- `resolve_batch`: run all steps on a batch of records, and return the resolved batch.
- `disjoint_set`: union-find with constraints, used by all clustering.
"""
