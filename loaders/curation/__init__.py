"""Who is who as people decide it: join two things or people, part one, take that back, say why all is as it is."""
