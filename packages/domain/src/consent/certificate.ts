/** The certificate of a lead, and what TrustedForm is asked about it and answers. */
import {
  isObject,
  readJsonAnswer,
  type CheckName,
  type ConsentCheck,
  type ConsentStatus,
  type LeadData,
} from '@sluice/contracts';
import { failedCall, type CheckCall, type Patience } from '../checks/after-check-call.js';
import type { CameOfCall } from '../checks/end-of-check.js';
import { sha256 } from '../sha256.js';

// Exactly this form: the id is sent to the configured address with the key, whatever else an address may mean to others.
const certificateUrl = /^https:\/\/cert\.trustedform\.com\/([A-Za-z0-9_-]{1,255})$/;

/** The id of the certificate at an address; undefined for anything but such an address. */
export function certificateId(url: unknown): string | undefined {
  return typeof url === 'string' ? certificateUrl.exec(url)?.[1] : undefined;
}

/** What a check does with a certificate, if it does not match and retain it for the step that waits for it. */
export type ConsentStep =
  /** It is matched, and not retained. */
  | 'match'
  /** It is retained, once the lead is sold. */
  | 'retain'
  /** It is matched and retained while the lead is held, and nobody waits for that. */
  | 'early';

const steps: readonly (string | undefined)[] = ['match', 'retain', 'early'] satisfies ConsentStep[];

/** The check of a certificate, made once a submission. */
export function consentCheck(id: string, step?: ConsentStep): ConsentCheck {
  return consentCheckFor(`consent.${sha256(id).slice(0, 8)}`, step);
}

/** The step of a check; undefined if it matches and retains for whoever waits for it. */
export function stepOf(check: CheckName): ConsentStep | undefined {
  const [kind, , step] = check.split('.');
  return kind === 'consent' && steps.includes(step) ? (step as ConsentStep) : undefined;
}

/** The check of the same certificate with another step, or with none. */
export function consentCheckFor(check: ConsentCheck, step?: ConsentStep): ConsentCheck {
  const [, hash = ''] = check.split('.');
  return step === undefined ? `consent.${hash}` : `consent.${hash}.${step}`;
}

/** What TrustedForm said. */
export interface ConsentAnswer {
  readonly at: Date;
  readonly status: Extract<ConsentStatus, 'ok' | 'consent_failed' | 'consent_expired'>;
  /** Until when the certificate is kept, as it was written. */
  readonly expiresAt?: string;
  /** An address that shows no page of the lead. */
  readonly maskedUrl?: string;
}

/** What is asked: whether the certificate is the person's, and, unless it is only matched, to retain it; undefined about somebody without both. */
export function consentQuestion(
  { email, phone }: Pick<LeadData, 'email' | 'phone'>,
  {
    submissionId: reference,
    vendor,
    step,
  }: {
    readonly submissionId: string;
    readonly vendor: string | undefined;
    readonly step: ConsentStep | undefined;
  },
): object | undefined {
  if (!email && !phone) return undefined;
  return {
    match_lead: { ...(email && { email }), ...(phone && { phone }) },
    ...(step !== 'match' && { retain: { reference, ...(vendor !== undefined && { vendor }) } }),
  };
}

type ConsentCall = CheckCall<ConsentAnswer>;

/** A lead is waiting: three times at most, with 5 s and 30 s between, or what is asked for up to a minute. */
export const consentPatience: Patience = { delaysMs: [5_000, 30_000], mostWaitedMs: 60_000 };

/** Reads what TrustedForm answered at `at`. */
export function readConsent(came: CameOfCall, at: Date): ConsentCall {
  if (came.kind === 'failed') return came;
  const { status, bodyRead } = came;
  if (status === 404) return verdict({ at, status: 'consent_expired' });
  if (status === 422) return verdict({ at, status: 'consent_failed' });
  if (status < 200 || status > 299) return failedCall(came, at);
  const { outcome, retain } = objectIn(bodyRead);
  if (outcome === 'failure') return verdict({ at, status: 'consent_failed' });
  if (outcome !== 'success') return { kind: 'unusable' };
  const { results } = membersOf(retain);
  const { expires_at: expiresAt, masked_cert_url: maskedUrl } = membersOf(results);
  return verdict({
    ...{ at, status: 'ok' as const },
    ...(typeof expiresAt === 'string' && { expiresAt: expiresAt.slice(0, 40) }),
    ...(typeof maskedUrl === 'string' && { maskedUrl: maskedUrl.slice(0, 500) }),
  });
}

/** The answer in the JSON that was kept of it; undefined for any other text. */
export function recallConsent(text: string): ConsentAnswer | undefined {
  const { at, status, ...rest } = objectIn(text);
  if (typeof at !== 'string' || typeof status !== 'string') return undefined;
  return { ...rest, at: new Date(at), status: status as ConsentAnswer['status'] };
}

function verdict(answer: ConsentAnswer): ConsentCall {
  return { kind: 'verdict', verdict: answer };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  return membersOf(readJsonAnswer(text)?.value);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
