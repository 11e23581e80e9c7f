package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// isGenuine says whether a webhook is Sluice's: signed with your secret, as Standard Webhooks 1.0.0 says, in the last
// five minutes. The secret is `whsec_…`; the body is what arrived, byte for byte, before it is parsed.
func isGenuine(secret string, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := time.Since(time.Unix(seconds, 0)); age > 5*time.Minute || age < -5*time.Minute {
		return false
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// Several, separated by spaces, while a secret is replaced: one that matches is enough.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}
