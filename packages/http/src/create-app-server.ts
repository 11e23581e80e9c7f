/** The HTTP server of an Express app. */
import type { Express, Request, Response } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';

// A connection that sends its headers or body too slowly is cut off. Node checks this every second.
const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 32 * 1024,
};

/**
 * Creates the server of `app`, which must serve no other. Requests and responses are made with the prototypes of the
 * app. Otherwise Express changes the prototype of each one that Node.js has made, and all code that handles them
 * afterwards runs several times slower.
 */
export function createAppServer(app: Express, options: ServerOptions = {}): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  const prototypes = app as unknown as { request: Request; response: Response };
  prototypes.request = Object.setPrototypeOf(AppRequest.prototype, prototypes.request) as Request;
  prototypes.response = Object.setPrototypeOf(AppResponse.prototype, prototypes.response) as Response;
  return createServer(
    { ...bounds, ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse },
    app,
  );
}
