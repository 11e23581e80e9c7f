export { createCircuits } from './circuits.js';
export type { CallSteps, CircuitKey, CircuitOpen, Circuits, CircuitStatus, NotPrepared } from './circuits.js';
