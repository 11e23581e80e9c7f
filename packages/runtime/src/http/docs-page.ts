/** `/openapi.json`, and `/docs`: the page on which a person reads the interface and tries it with a key. */
import express, { type Router } from 'express';
import { createRequire } from 'node:module';
import type SwaggerUi from 'swagger-ui-express';
import { securePages } from './secure-headers.js';

const require = createRequire(import.meta.url);

/** Serves an OpenAPI document and the page that shows it. */
export function docsPage(document: object): Router {
  // Loaded only here: it takes a tenth of the start of a process, and most processes serve no page.
  const swaggerUi = require('swagger-ui-express') as typeof SwaggerUi;
  const router = express.Router();
  serveJson(router, '/openapi.json', document);
  // A trial call goes to the address the page was opened at, because the page's policy allows no other.
  serveJson(router, '/docs/openapi.json', { ...document, servers: [{ url: '/' }] });
  const options = {
    swaggerUrl: '/docs/openapi.json',
    customSiteTitle: 'Sluice: interface',
    customCss: '.swagger-ui :is(.topbar, .schemes-server-container) { display: none }',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
    },
  };
  router.use('/docs', securePages, swaggerUi.serve, swaggerUi.setup(undefined, options));
  return router;
}

// Kept as bytes: as text, a document of this size takes twice the memory.
function serveJson(router: Router, path: string, document: object): void {
  const json = Buffer.from(JSON.stringify(document));
  router.get(path, (_request, response) => {
    response.type('application/json').send(json);
  });
}
