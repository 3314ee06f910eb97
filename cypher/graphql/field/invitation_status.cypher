// The status of an invitation; a pending one has expired after its last day.
// @param id: string  ID of the invitation
// @returns status: string
MATCH (invitation:Invitation {id: $id})
RETURN CASE
  WHEN invitation.status IN ['pending', 'awaiting_introduction'] AND invitation.expiresAt <= toString(datetime.truncate('second')) THEN 'expired'
  ELSE invitation.status
END AS status
