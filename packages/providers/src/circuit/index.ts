export { createCircuits } from './circuits.js';
export type { CircuitKey, CircuitOpen, Circuits, CircuitStanding } from './circuits.js';
