/** Loaded into a service's process (`node --import`): lets the commands to MongoDB hang that HANG_AT names by number. */
import { hangAt } from './driver-hang.js';

hangAt((process.env['HANG_AT'] ?? '').split(',').map(Number));
