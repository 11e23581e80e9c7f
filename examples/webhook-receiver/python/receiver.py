"""Receives webhooks: 401 for what is not Sluice's, 204 for the rest, and each event is handled once."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import is_genuine

SECRET = os.environ.get("WEBHOOK_SECRET", "whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==")
PORT = int(os.environ.get("PORT", "8082"))

# The ids of what was handled. Yours stand in a database, so that a restart forgets none.
handled = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        if not is_genuine(SECRET, self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        # A repeat has the id of the first.
        if event["id"] not in handled:
            print(event["type"], event["leadId"], flush=True)
        handled.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"Listening on http://127.0.0.1:{PORT}", flush=True)
server.serve_forever()
