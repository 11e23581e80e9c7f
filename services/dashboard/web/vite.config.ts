/** The build of the web app: hashed files that never change, each with compressed copies, nothing inline. */
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './precompress.js';

const dashboardUrl = 'http://127.0.0.1:3001';
const served = ['/admin', '/board', '/healthz', '/login', '/logout', '/schemas', '/session'];

const words = fileURLToPath(new URL('../../../packages/contracts/src/words.ts', import.meta.url));
// With what they import.
const inFrame =
  /\/web\/src\/(main|components\/(copy|figure|finding-list|panel|table|wait-figures)|pages\/settings\/(generate-key|hold-calls))\.tsx$/;
// What only the forms of items need, with the library that reads their schema.
const inForms = /\/web\/src\/items\//;
// Of the words that the frame imports, only forms need these.
const labels = /\/tenant-file\/labels\.ts$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // From its source, so that this build need not wait for the compiler.
  resolve: { alias: { '@sluice/contracts/words': words } },
  build: {
    // Not the folder that the compiler fills from src/web, because Vite empties its output folder first.
    outDir: '../dist/public',
    emptyOutDir: true,
    // The design relies on `light-dark()`, which all browsers have supported since 2024.
    target: ['es2023', 'chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no `data:` fonts or scripts, and no inline polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // On a slow machine these would be the first that a newcomer reads of `npm start`.
      checks: { bundlerTimings: false },
      // What nearly every page needs is one file, because each file costs its headers and compresses alone.
      output: {
        codeSplitting: {
          groups: [
            { name: 'labels', test: labels },
            { name: 'frame', test: inFrame },
            { name: 'forms', test: inForms },
          ],
        },
      },
      onLog: (level, log, report) => {
        // "use client" in a library tells a server of React what runs in the browser, as everything does here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  plugins: [precompress()],
  // For work on the pages: `npx vite services/dashboard/web` while `npm start` is running.
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: dashboardUrl, bypass: asPage }])),
  },
});

// Vite serves the login page; only its form goes to the dashboard.
function asPage({ method, url, headers }: IncomingMessage) {
  return method === 'GET' && url?.startsWith('/login') && headers.accept?.includes('text/html')
    ? '/index.html'
    : undefined;
}
