/**
 * Request bodies for tests, as callers and operators write them: fields that a test omits are valid, and unique where
 * necessary. The people in them do not exist.
 */
import { sinkTelnyxPublicKey } from '@sluice/sink';
import { zoneAtNoon } from '../zone-at-noon.js';
import { nextNumber, testPhone } from './unique.js';

/** The fields that a test sets itself. They may be invalid on purpose, so they are not checked here. */
export type Said = Readonly<Record<string, unknown>>;

type Built<Usual, S extends Said> = Omit<Usual, keyof S> & S;

function built<Usual extends Said, S extends Said>(usual: Usual, said: S): Built<Usual, S> {
  return { ...usual, ...said };
}

/** So many of the first test numbers, those with 555-01xx, are left to tests that write a number out. */
const WRITTEN_OUT = 2_000;

/** The body that submits a new lead (§4.2). No two have the same name, email address or telephone number. */
export function aLead<S extends Said = Record<never, never>>(said: S = {} as S) {
  const n = nextNumber();
  const usual = {
    campaignId: 'TEST0',
    firstName: 'Testa',
    lastName: `Person${n}`,
    email: `person${n}@leads.example`,
    phone: testPhone(WRITTEN_OUT + n),
    address: { street: `${n} Example Street`, city: 'Oakland', state: 'CA', zip: '94607' },
    country: 'US',
    questionnaire: { injury: 'yes' },
  };
  return built(usual, said);
}

/** The body that creates a campaign (§4.1), with a code of its own. */
export function aCampaign<S extends Said = Record<never, never>>(said: S = {} as S) {
  const n = nextNumber();
  const usual = {
    campaignId: `T${n.toString(36).toUpperCase().padStart(4, '0')}`,
    name: `Campaign ${n}`,
    clientId: 'cli_test',
    offerId: 'off_test',
  };
  return built(usual, said);
}

/** A client as the operator writes it (§2.3); its leads go to `postingUrl`. */
export function aClient<S extends Said = Record<never, never>>(postingUrl: string, said: S = {} as S) {
  const n = nextNumber();
  const usual = {
    clientId: `cli_test${n}`,
    name: `Client ${n}`,
    abbrev: `C${n}`,
    contactEmail: `client${n}@clients.example`,
    settings: { defaultPostingUrl: postingUrl, postingMethod: 'http', timezone: zoneAtNoon(new Date()) },
  };
  return built(usual, said);
}

/** The body that creates an offer (§4.6). */
export function anOffer<S extends Said = Record<never, never>>(said: S = {} as S) {
  const n = nextNumber();
  const usual = { offerId: `off_test${n}`, name: `Offer ${n}`, abbrev: `O${n}`, category: 'mass_tort' };
  return built(usual, said);
}

/** The secret with which the tenants of tests sign their webhooks. */
export const testWebhookSecret = `whsec_${Buffer.from('a webhook secret for tests only').toString('base64')}`;

/**
 * A tenant file with one client, one offer and one campaign, ready to take leads; its buyers, webhooks and vendors are
 * those of the sink at `sinkUrl`. Its time zone is one where it is noon, so that no period ends during a test.
 */
export function aTenantFile<S extends Said = Record<never, never>>(sinkUrl: string, said: S = {} as S) {
  const n = nextNumber();
  const client = aClient(`${sinkUrl}/buyers/client${n}`);
  const offer = anOffer();
  const campaign = aCampaign({ clientId: client.clientId, offerId: offer.offerId });
  const usual = {
    tenantId: `test-${n}`,
    name: `Tenant ${n}`,
    settings: {
      timezone: zoneAtNoon(new Date()),
      webhooks: { url: `${sinkUrl}/webhooks`, enabled: true, secret: testWebhookSecret },
    },
    providers: {
      twilio: { accountSid: `AC${String(n).padStart(32, '0')}`, authToken: 'test-token', baseUrl: sinkUrl },
      telnyx: { apiKey: 'test-key', publicKey: sinkTelnyxPublicKey, baseUrl: sinkUrl },
      facebook: { accessToken: 'test-token', baseUrl: sinkUrl, apiVersion: 'v24.0' },
      tiktok: { accessToken: 'test-token', baseUrl: sinkUrl },
    },
    clients: [client],
    offers: [offer],
    campaigns: [campaign],
  };
  return built(usual, said);
}
