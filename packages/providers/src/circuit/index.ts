export { createCircuits } from './circuits.js';
export type { CircuitOpen, Circuits, CircuitStanding } from './circuits.js';
