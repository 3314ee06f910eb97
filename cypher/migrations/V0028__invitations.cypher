// Invitations to work together, and their messages, by ID.
CREATE CONSTRAINT invitation_id IF NOT EXISTS FOR (n:Invitation) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT invitation_message_id IF NOT EXISTS FOR (n:InvitationMessage) REQUIRE n.id IS UNIQUE;
