/**
 * Loaded into a service before anything else: registers the hook that breaks it. The breakage is this module's query
 * string.
 */
import { register } from 'node:module';

const broken = new URL(import.meta.url).search.slice(1);
register('./hooks.js', import.meta.url, { data: { broken } });
