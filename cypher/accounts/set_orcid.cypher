// Set the verified ORCID iD of a user, unless another user has it. Returns no row if the user does not exist.
// @param name: string  name of the user
// @param orcid: string?  ORCID iD with hyphens; null to remove it
// @returns id: string, owner: string
MATCH (user:User {name: $name})
WITH user, coalesce(head(COLLECT { MATCH (other:User {orcid: $orcid}) RETURN other.name }), user.name) AS owner
FOREACH (changed IN CASE WHEN owner = user.name THEN [user] ELSE [] END | SET changed.orcid = $orcid)
RETURN user.id AS id, owner
