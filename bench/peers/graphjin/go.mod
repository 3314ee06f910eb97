module byline-bench-graphjin

go 1.24

require (
	github.com/dosco/graphjin/core/v3 v3.1.0
	github.com/jackc/pgx/v5 v5.5.5
)

require (
	github.com/hashicorp/golang-lru v0.5.4 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20221227161230-091c0ba34f0a // indirect
	github.com/jackc/puddle/v2 v2.2.1 // indirect
	golang.org/x/crypto v0.17.0 // indirect
	golang.org/x/sync v0.14.0 // indirect
	golang.org/x/text v0.14.0 // indirect
)
