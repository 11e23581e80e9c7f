/**
 * `/openapi.json`, and the page on which a person reads an interface and tries it with a key; and the JSON Schema of a
 * tenant file.
 */
import { TENANT_SCHEMA_PATH, tenantFileJsonSchema } from '@sluice/contracts';
import express, { type RequestHandler, type Router } from 'express';
import { createRequire } from 'node:module';
import type SwaggerUi from 'swagger-ui-express';
import { securePages } from './secure-headers.js';

const require = createRequire(import.meta.url);

/** Where the gateway shows its interface. */
export const API_PAGE = '/docs/reference/api';

/**
 * Serves an OpenAPI document, and at `at` the page that shows it. Both are made when they are first asked for: together they
 * would cost a process 0.1 s of its start and some megabytes, and most processes are never asked.
 */
export function docsPage(describe: () => object, at: string): Router {
  const router = express.Router();
  router.get('/openapi.json', documentRoute(describe));
  // A trial call goes to the address the page was opened at, because the page's policy allows no other.
  router.get(
    `${at}/openapi.json`,
    documentRoute(() => ({ ...describe(), servers: [{ url: '/' }] })),
  );
  let page: Router | undefined;
  router.use(at, securePages, (request, response, next) => {
    page ??= swaggerPage(at);
    page(request, response, next);
  });
  return router;
}

/** Serves the JSON Schema of a tenant file. */
export function tenantSchemaRoute(): Router {
  return express.Router().get(TENANT_SCHEMA_PATH, documentRoute(tenantFileJsonSchema));
}

/** Answers the document, which is made when it is first asked for. */
export function documentRoute(describe: () => object): RequestHandler {
  // Kept as bytes: as text, a document of this size takes twice the memory.
  let json: Buffer | undefined;
  return (_request, response) => {
    json ??= Buffer.from(JSON.stringify(describe()));
    response.type('application/json').send(json);
  };
}

function swaggerPage(at: string): Router {
  const swaggerUi = require('swagger-ui-express') as typeof SwaggerUi;
  const options = {
    swaggerUrl: `${at}/openapi.json`,
    customSiteTitle: 'Sluice: interface',
    customCss: '.swagger-ui :is(.topbar, .schemes-server-container) { display: none }',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
    },
  };
  return express.Router().use(swaggerUi.serve, swaggerUi.setup(undefined, options));
}
