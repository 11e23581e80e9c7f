/** Every reason of ours in words, with what to do and what a supplier is told. One without a text does not compile. */
import type { OwnReason } from '@sluice/contracts';
import { ofDeliveries } from './of-deliveries.js';
import { ofEffects } from './of-effects.js';
import { ofQualification } from './of-qualification.js';
import { ofRouting } from './of-routing.js';
import type { ReasonText } from './reason-text.js';

export const reasonTexts: Readonly<Record<OwnReason, ReasonText>> = {
  ...ofQualification,
  ...ofRouting,
  ...ofDeliveries,
  ...ofEffects,
};
