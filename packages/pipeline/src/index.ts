/** The road of a submission between the stages: hand on, finish, sweep. */
export { claimFreeValues, claimValues } from './claim-values.js';
export { now, type Core } from './core.js';
export { arriveAtEffect, departFromEffect, type EffectResult } from './effect-visit.js';
export { setOffOne } from './effects.js';
export { leadFacts } from './facts.js';
export type { Route } from './finish.js';
export { handOn } from './hand-on.js';
export { hold } from './hold.js';
export { createIntake, type Intake } from './intake.js';
export { mayStart } from './predecessor.js';
export { reachableCampaigns } from './reachable-campaigns.js';
export { routingAnswers } from './routing-answers.js';
export { sweepOnce } from './sweep.js';
export { tellOf } from './tell.js';
export { wakeHeld, type ConfigurationChange } from './wake-held.js';
export { arrive, depart, nothingLeft, type Visit } from './visit.js';
export { workerShape } from './worker-config.js';
export { runWorker } from './worker.js';
