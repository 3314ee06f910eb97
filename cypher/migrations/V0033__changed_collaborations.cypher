// Researchers whose collaborations changed after a change number, for the copy of the co-author network in memory.
CREATE INDEX researcher_collaborations_changed IF NOT EXISTS FOR (n:Researcher) ON (n.collaborationsChangedIn);
