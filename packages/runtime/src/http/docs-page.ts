/** `/openapi.json`, and `/docs`: the page on which a person reads the interface and tries it with a key. */
import express, { type Router } from 'express';
import { createRequire } from 'node:module';
import type SwaggerUi from 'swagger-ui-express';

const require = createRequire(import.meta.url);

/** Serves an OpenAPI document and the page that shows it. */
export function docsPage(document: object): Router {
  // Loaded only here: it takes a tenth of the start of a process, and most processes serve no page.
  const swaggerUi = require('swagger-ui-express') as typeof SwaggerUi;
  const router = express.Router();
  const json = JSON.stringify(document);
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(json);
  });
  const options = {
    customSiteTitle: 'Sluice: interface',
    customCss: '.swagger-ui :is(.topbar, .schemes-server-container) { display: none }',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      defaultModelsExpandDepth: 0,
    },
  };
  // A trial call goes to the address the page was opened at, because the page's policy allows no other.
  const tried = { ...document, servers: [{ url: '/' }] };
  router.use('/docs', swaggerUi.serve, swaggerUi.setup(tried, options));
  return router;
}
