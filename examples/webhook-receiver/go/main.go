// Receives webhooks: 401 for what is not Sluice's, 204 for the rest, and each event is handled once.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
)

type event struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	LeadID string `json:"leadId"`
}

// The ids of what was handled. Yours stand in a database, so that a restart forgets none.
var handled sync.Map

func main() {
	secret := environment("WEBHOOK_SECRET", "whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==")
	address := "127.0.0.1:" + environment("PORT", "8082")
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(secret, request.Header, body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var received event
		if err := json.Unmarshal(body, &received); err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		// A repeat has the id of the first.
		if _, known := handled.LoadOrStore(received.ID, true); !known {
			fmt.Println(received.Type, received.LeadID)
		}
		response.WriteHeader(http.StatusNoContent)
	})
	fmt.Println("Listening on http://" + address)
	log.Fatal(http.ListenAndServe(address, nil))
}

func environment(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
