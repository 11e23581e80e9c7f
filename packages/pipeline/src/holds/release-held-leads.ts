/**
 * Releases held leads after a configuration change that may end their hold. A lead is held by the campaign it was
 * submitted to or by any campaign it was relayed to, so a change affects every campaign that may send leads to the
 * changed one.
 */
import type { Campaign } from '@sluice/contracts';
import { nextCampaigns, type Candidate } from '@sluice/domain';
import { KNOWN_EVERYWHERE_MS, type Stores } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import { namesOf, plainNames } from '../routing/campaigns-by-names.js';

/** What was created or changed. */
export interface ConfigurationChange {
  readonly campaigns?: readonly string[];
  readonly clients?: readonly string[];
  readonly deliveryEndpoints?: readonly string[];
  /** The tenant's own settings, which may affect every campaign. */
  readonly tenant?: boolean;
}

/**
 * Makes the leads due that `change` may set free, and returns how many. Takes as long as every process may still use
 * the old configuration, because until then leads may be held by it.
 */
export async function releaseHeldLeads(
  stores: Pick<Stores, 'clock' | 'forTenant'>,
  tenantId: string,
  change: ConfigurationChange,
): Promise<number> {
  const { campaigns, clients, offers, submissions } = stores.forTenant(tenantId);
  const nameOf = namesOf(await clients.all(), await offers.all());
  const affected = affectedBy(change, await campaigns.all(), nameOf);
  if (affected.length === 0) return 0;
  await submissions.makeHeldDue(affected, new Date(stores.clock.now().getTime() + KNOWN_EVERYWHERE_MS));
  await pause(KNOWN_EVERYWHERE_MS);
  return submissions.makeHeldDue(affected, stores.clock.now());
}

function affectedBy(
  { campaigns = [], clients = [], deliveryEndpoints = [], tenant = false }: ConfigurationChange,
  all: readonly Campaign[],
  nameOf: (campaign: Campaign) => string | undefined,
): readonly string[] {
  const changed = ({ campaignId, clientId, deliveryEndpointId = '' }: Campaign) =>
    tenant ||
    campaigns.includes(campaignId) ||
    clients.includes(clientId) ||
    deliveryEndpoints.includes(deliveryEndpointId);
  const affected = new Set(all.filter(changed));
  for (let before = -1; before < affected.size;) {
    before = affected.size;
    const keys = new Set([...affected].flatMap((one) => [one.campaignId, nameOf(one)]));
    const sendsThere = (one: Campaign) => nextCampaigns(one).some((next) => keys.has(keyOf(next)));
    for (const one of all) if (sendsThere(one)) affected.add(one);
  }
  return [...affected].map(({ campaignId }) => campaignId);
}

function keyOf(candidate: Candidate): string {
  return 'campaignId' in candidate
    ? candidate.campaignId
    : plainNames(candidate.clientName, candidate.offerName);
}
