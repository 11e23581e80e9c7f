/** Effects: what decisions and people cause outside Sluice, each with a key that makes it occur once. */
export type { EffectContext } from './effect-context.js';
export { leadKey, submissionKey } from './effect-key.js';
export * from './effects-of.js';
export { fileEffects } from './file-effects.js';
export { firstSubmissionCallId } from './first-submission-effects.js';
export { milestoneEffects } from './milestone-effects.js';
export { pixelEffects } from './pixel-effects.js';
export { returnedEvent, setStatusEffects } from './set-status-effects.js';
export { webhookEffects, type WebhookOccasion } from './webhook-effects.js';
