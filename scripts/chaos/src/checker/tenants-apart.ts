/** I4: no tenant sees or receives another tenant's data. */
import { deliveryOf, type Findings, type Violation } from './evidence.js';

type Problem = Omit<Violation, 'invariant'>;

/**
 * Checks whose leads were listed, how requests for other tenants' leads were answered, and which receivers got which
 * data.
 */
export function checkTenantsApart(findings: Findings): Violation[] {
  return [...lists(findings), ...probes(findings), ...receivers(findings)].map((violation) => ({
    invariant: 'I4',
    ...violation,
  }));
}

function lists({ client, database }: Findings): Problem[] {
  const owner = new Map(
    database.leads.map(({ _id, tenantId }) => [_id.slice(tenantId.length + 1), tenantId]),
  );
  return client.flatMap((line) => {
    if (line.did !== 'listed') return [];
    const strange = line.leadIds.filter((leadId) => owner.get(leadId) !== line.tenantId);
    return strange.map((leadId) => ({
      subject: leadId,
      what: `was listed to ${line.tenantId} and belongs to ${owner.get(leadId) ?? 'none'}`,
    }));
  });
}

function probes({ client }: Findings): Problem[] {
  return client.flatMap((line) => {
    // 5xx and 429 reveal nothing about the lead; any other answer except "not found" does.
    if (line.did !== 'probed' || line.status === 404 || line.status === 429 || line.status >= 500) return [];
    return [{ subject: line.leadId, what: `${line.tenantId} looked at it and was answered ${line.status}` }];
  });
}

function receivers({ buyer, database, stories }: Findings): Problem[] {
  const submissions = new Map(
    [...stories.values()].map((s) => [s.id.slice(s.tenantId.length + 1), s.tenantId]),
  );
  const events = new Map(database.effects.map(({ eventId, tenantId }) => [eventId, tenantId]));
  return buyer.flatMap(({ path, key }) => {
    const [, role, tenantId] = path.split('/');
    if (role !== 'buyers' && role !== 'webhooks') return [];
    const owner = role === 'buyers' ? submissions.get(deliveryOf(key) ?? '') : events.get(key ?? '');
    if (owner === tenantId) return [];
    // For buyers, a call that belongs to no tenant is reported by another invariant; for receivers, by this one.
    if (owner === undefined && role === 'buyers') return [];
    return [{ subject: key ?? path, what: `reached ${tenantId ?? path} and belongs to ${owner ?? 'none'}` }];
  });
}
