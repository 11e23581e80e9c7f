/**
 * Request bodies for tests, as callers and operators write them: fields that a test omits are valid, and unique where
 * necessary. The people in them do not exist.
 */
import { sinkTelnyxPublicKey } from '@sluice/sink';
import { zoneAtNoon } from '../zone-at-noon.js';
import { built, type Said } from './built.js';
import { nextNumber } from './unique.js';

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
