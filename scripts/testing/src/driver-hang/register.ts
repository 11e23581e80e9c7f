/** Loaded into a service's process (`node --import`): makes the MongoDB commands hang whose numbers HANG_AT lists. */
import { hangAt } from './driver-hang.js';

hangAt((process.env['HANG_AT'] ?? '').split(',').map(Number));
