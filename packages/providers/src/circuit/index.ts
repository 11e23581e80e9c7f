export { createCircuits } from './circuits.js';
export type { CircuitKey, CircuitOpen, Circuits, CircuitStatus } from './circuits.js';
