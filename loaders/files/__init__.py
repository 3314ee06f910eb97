"""Files as people have them: packed, in archives, JSON, XML or CSV, cut into elements one at a time."""
