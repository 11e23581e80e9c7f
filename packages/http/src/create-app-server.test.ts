import { listen } from '@sluice/testing';
import express from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';
import { createAppServer } from './create-app-server.js';

describe('the server of an Express app', () => {
  it('makes requests and responses whose prototypes Express need not change', async () => {
    const app = express();
    app.get(
      '/:name',
      (request, response) => void response.json({ name: request.params.name, ip: request.ip }),
    );
    const server = await listen(createAppServer(app));
    const seen: { readonly changed: boolean }[] = [];
    const setPrototypeOf = Object.setPrototypeOf;
    Object.setPrototypeOf = <T>(value: T, prototype: object | null): T => {
      if (value instanceof IncomingMessage || value instanceof ServerResponse)
        seen.push({ changed: Object.getPrototypeOf(value) !== prototype });
      return setPrototypeOf(value, prototype) as T;
    };
    try {
      const answer = await fetch(`${server.url}/avery`);
      expect(await answer.json()).toEqual({ name: 'avery', ip: '127.0.0.1' });
      expect(seen).toEqual([{ changed: false }, { changed: false }]);
    } finally {
      Object.setPrototypeOf = setPrototypeOf;
      await server.close();
    }
  });
});
