"""How well records are found to be of one paper, person or institution, beside truth that the rules did not see."""
