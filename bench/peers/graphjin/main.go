// graphjin behind net/http: each request becomes one statement of PostgreSQL, which builds the JSON.
//
// POST /record adds a document to the allow list; POST /graphql runs documents of the list as in production, that is,
// with the statement that was compiled once. The list is in the folder "config" of the working directory.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"

	"github.com/dosco/graphjin/core/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connections is the size of the pool, as in the other peers.
const connections = 10

// maxBody limits a request, in bytes.
const maxBody = 1 << 20

// view declares the column by which a view belongs to a table.
func view(name, column, key string) core.Table {
	return core.Table{Name: name, Columns: []core.Column{{Name: column, Type: "integer", ForeignKey: key}}}
}

// configuration returns the settings of an engine that records documents, or of one that runs recorded ones.
func configuration(production bool) *core.Config {
	return &core.Config{
		DBType:               "postgres",
		Production:           production,
		SecretKey:            "only for cursors, which no query uses",
		DefaultLimit:         20,
		DBSchemaPollDuration: -1,
		Tables: []core.Table{
			view("coauthors", "researcher_key", "researchers.key"),
			view("authors", "paper_key", "papers.key"),
			view("topics_of_papers", "paper_key", "papers.key"),
			view("cited_papers", "citing_key", "papers.key"),
			view("citing_papers", "cited_key", "papers.key"),
		},
	}
}

// serve answers requests with an engine.
func serve(path string, engine *core.GraphJin) {
	http.HandleFunc(path, func(answer http.ResponseWriter, request *http.Request) {
		var document struct {
			Query     string          `json:"query"`
			Variables json.RawMessage `json:"variables"`
		}
		if err := json.NewDecoder(http.MaxBytesReader(answer, request.Body, maxBody)).Decode(&document); err != nil {
			http.Error(answer, err.Error(), http.StatusBadRequest)
			return
		}
		result, err := engine.GraphQL(request.Context(), document.Query, document.Variables, nil)
		if err != nil {
			http.Error(answer, err.Error(), http.StatusInternalServerError)
			return
		}
		body := append(append([]byte(`{"data":`), result.Data...), '}')
		answer.Header().Set("Content-Type", "application/json")
		answer.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = answer.Write(body)
	})
}

func main() {
	address, err := pgx.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	database := stdlib.OpenDB(*address)
	database.SetMaxOpenConns(connections)
	database.SetMaxIdleConns(connections)
	for path, production := range map[string]bool{"/record": false, "/graphql": true} {
		engine, err := core.NewGraphJin(configuration(production), database)
		if err != nil {
			log.Fatal(err)
		}
		serve(path, engine)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
