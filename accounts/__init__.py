"""Accounts: users, their roles and access tokens, and the acts of users in the graph.

A request meets the modules in this order:

- `openid`, `sessions`: sign-in at an OpenID provider, and the session of a browser. `authentication`: find the user
  of an access token. `viewer`: the client of a request, with role and scopes.
- `relations`: the relation of a viewer to an object. `policy`: check the rights of a viewer by `policy.toml`.
- `roles`: roles of users and scopes of tokens. `users`, `tokens`: manage users and access tokens.
- `texts`, `markdown`: check and render texts of users. `errors`: invalid input, with advice.
- `object_writes`: create and change objects that users own. `timestamps`: times as the graph stores them.
- `acts`: acts of users on entities, such as follows and reactions. `comments`, `reviews`, `collections`,
  `invitations`: content of users. `review_template`: the fields of a review. `claims`, `profiles`: claims of
  profiles, and statements about the claimed researcher. `moderation`: reports of content, and decisions of curators
  about them.
- `trust`: recompute trust scores. `audit`: the log of changes. `events`, `notifications`: live updates and
  notifications. `mail`: mails to users.
- `archive`: all data about a user. `erasure`: erase accounts. `consistency`: check the acts in the graph.
"""
