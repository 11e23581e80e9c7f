/**
 * Everything that differs from one kind of effect to the next, except how it is carried out. What follows from an attempt
 * is not here: its rule reads another answer for each kind, so only the kind's handler can ask it.
 */
import type { CheckName } from '../decisions/decision.js';
import type { EffectQueueName } from '../queues.js';
import type { Campaign } from '../resources/campaign/campaign.js';
import { LOOKUP_PREFIX } from '../resources/lookup.js';
import type { EffectBodies, EffectKind } from './bodies.js';

/** The campaign that an effect belongs to; of one that no longer exists, only the id. */
type OfCampaign = Pick<Campaign, 'campaignId' | 'webhooks'>;

interface AnyKind<K extends EffectKind> {
  /** What people see it called. The body is empty once the person is erased. */
  readonly words: (trigger: string, body: Partial<EffectBodies[K]>) => string;
  /** What the erasure of its lead does with its body and attempts; `kept` only if neither says anything personal. */
  readonly erasure: 'cleared' | 'kept';
}

/** A kind that a worker carries out. */
interface Worked<K extends EffectKind> extends AnyKind<K> {
  readonly queue: EffectQueueName;
  /**
   * The receiver that it goes to: a receiver in trouble holds up no other lane. Named by ids only, because an address may
   * hold a secret or personal data.
   */
  readonly lane: (body: EffectBodies[K], campaign: OfCampaign) => string;
}

/** A kind that is done once it is written. */
interface Recorded<K extends EffectKind> extends AnyKind<K> {
  readonly queue: 'none';
}

/** The kinds. One without an entry does not compile. */
export const effectKinds = {
  webhook: {
    queue: 'webhook',
    lane: (_, { campaignId, webhooks: own }) =>
      own?.url !== undefined && own.inheritFromTenant !== true ? `webhook.${campaignId}` : 'webhook',
    words: named('Webhook'),
    erasure: 'cleared',
  },
  action: {
    queue: 'webhook',
    lane: (_, { campaignId }) => `action.${campaignId}`,
    words: named('First-submission webhook'),
    erasure: 'cleared',
  },
  postback: {
    queue: 'webhook',
    lane: ({ supplierId }) => `postback.${supplierId}`,
    words: (event, { supplierId }) => `Postback "${event}"${supplierId ? ` to ${supplierId}` : ''}`,
    erasure: 'cleared',
  },
  signature: {
    queue: 'webhook',
    lane: ({ vendor }) => `signature.${vendor}`,
    words: named('Signature request'),
    erasure: 'cleared',
  },
  check: {
    queue: 'checks',
    lane: ({ check }) => checkLabel(check),
    words: (trigger, { check }) => (check ? checkWords(check) : `Check ${trigger}`),
    erasure: 'cleared',
  },
  call: {
    queue: 'checks',
    lane: () => 'call',
    words: () => 'Call by a voice agent',
    erasure: 'cleared',
  },
  pixel: {
    queue: 'pixel',
    lane: ({ order: { platform, pixelId } }) => `pixel.${platform}.${pixelId}`,
    words: named('Pixel'),
    erasure: 'cleared',
  },
  sms: {
    queue: 'sms',
    lane: ({ provider }) => `sms.${provider}`,
    words: named('SMS'),
    erasure: 'cleared',
  },
  email: {
    queue: 'email',
    lane: (body) => `email.${'clientId' in body ? body.clientId : 'accounts'}`,
    words: named('E-mail'),
    erasure: 'cleared',
  },
  document: { queue: 'none', words: named('Document'), erasure: 'cleared' },
  // It records what was earned, and nothing about the person.
  milestone: { queue: 'none', words: named('Milestone'), erasure: 'kept' },
} satisfies { readonly [K in EffectKind]: Worked<K> | Recorded<K> };

/** The lane of an effect that a worker carries out. */
export function effectLane<K extends WorkedKind>(
  { kind, body }: { readonly kind: K; readonly body: EffectBodies[K] },
  campaign: OfCampaign,
): string {
  const kinds: { readonly [P in WorkedKind]: Worked<P> } = effectKinds;
  return kinds[kind].lane(body, campaign);
}

/** What people see an effect called. */
export function effectWords<K extends EffectKind>({
  kind,
  trigger,
  body,
}: {
  readonly kind: K;
  readonly trigger: string;
  readonly body: Partial<EffectBodies[K]>;
}): string {
  const kinds: { readonly [P in EffectKind]: AnyKind<P> } = effectKinds;
  return kinds[kind].words(trigger, body);
}

type Kinds = typeof effectKinds;

/** The kinds that a worker carries out. */
export type WorkedKind = { [K in EffectKind]: Kinds[K]['queue'] extends 'none' ? never : K }[EffectKind];

/** The kinds that the worker of a queue carries out. */
export type KindsOf<Q extends EffectQueueName> = {
  [K in WorkedKind]: Kinds[K]['queue'] extends Q ? K : never;
}[WorkedKind];

function checkWords(check: CheckName): string {
  if (check === 'llm') return 'Question to the language model';
  if (check.startsWith(LOOKUP_PREFIX)) return `Look-up ${check.slice(LOOKUP_PREFIX.length)}`;
  if (check.endsWith('.early')) return 'Consent, while it is held';
  return check.endsWith('.retain') ? 'Retention of the certificate' : 'Consent';
}

/** Who is asked under a {@link checkLabel}, as people see it called; undefined for any other text. */
export function vendorOfLabel(label: string): string | undefined {
  if (label === 'check.llm') return 'language model';
  if (label === CONSENT_LABEL) return 'TrustedForm';
  const lookups = `check.${LOOKUP_PREFIX}`;
  return label.startsWith(lookups) ? `look-up ${label.slice(lookups.length)}` : undefined;
}

const CONSENT_LABEL = 'check.consent';

/** The trigger of a retention that follows a sale. */
export const RETENTION = 'check.retention';

/** By what a check is known as a receiver, a lane and a trigger. */
export function checkLabel(check: CheckName): string {
  return check.startsWith('consent.') ? CONSENT_LABEL : `check.${check}`;
}

function named(name: string) {
  return (trigger: string) => `${name} ${trigger}`;
}
