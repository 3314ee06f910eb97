"""Accounts: users, their roles and access tokens, and the acts of users in the graph.

A request meets the modules in this order:

- `authentication`: find the user of an access token. `viewer`: the client of a request, with role and scopes.
- `policy`: check the rights of a viewer by `policy.toml`.
- `roles`: roles of users and scopes of tokens.
- `acts`: acts of users on entities, such as follows and reactions.
- `users`, `tokens`: manage users and access tokens. `errors`: invalid input, with advice.
"""
