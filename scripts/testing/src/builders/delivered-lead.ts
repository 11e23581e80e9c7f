/** A lead that was delivered at some time, as documents: what a lead with five effects and two claims leaves behind. */

const DAY_MS = 86_400_000;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The ULID of that time which ends with `n`. */
export function ulidAt(at: Date, n: number): string {
  const time = [...at.getTime().toString(32).padStart(10, '0')].map(
    (digit) => crockford[parseInt(digit, 32)],
  );
  return time.join('') + String(n).padStart(16, '0');
}

/** The documents by collection. */
export function deliveredLead(tenantId: string, at: Date, n: number) {
  const ulid = ulidAt(at, n);
  const about = { tenantId, leadId: `lead_${ulid}` };
  const key = (id: string) => `${tenantId}/${id}`;
  const data = { firstName: 'Ada', lastName: `L${n}`, email: `a${n}@example.com`, phone: `+1650${n}` };
  const placed = { campaignId: `C${n % 50}`, clientId: `cli_${n % 10}`, offerId: `off_${n % 5}` };
  const decision = (stage: string, kind: string) => ({
    _id: key(`sub_${ulid}.${stage}.0`),
    ...about,
    stage,
    generation: 0,
    decision: { kind, ...placed, trace: [{ looked: 'condition', verdict: 'matched', values: data }] },
    decidedAt: at,
  });
  const effects = ['created', 'qualified', 'delivered', 'pixel', 'milestone'];
  return {
    leads: [
      {
        _id: key(about.leadId),
        tenantId,
        ...placed,
        status: 'delivered',
        isTest: false,
        data,
        search: ['ada', `l${n}`, data.email, data.phone],
        submissionIds: [`sub_${ulid}`],
        lastSubmissionId: `sub_${ulid}`,
        createdAt: at,
        updatedAt: at,
        ended: true,
        endedAt: at,
        placed,
      },
    ],
    submissions: [
      {
        _id: key(`sub_${ulid}`),
        ...about,
        ...placed,
        kind: 'submit',
        first: true,
        data,
        acceptedAt: at,
        status: 'delivered',
        endedAt: at,
        placement: { ...placed, at },
      },
    ],
    decisions: [
      decision('qualification', 'qualified'),
      decision('routing', 'routed'),
      decision('delivery', 'delivered'),
    ],
    attempts: [
      {
        _id: key(`sub_${ulid}.delivery.0.1`),
        tenantId,
        n: 1,
        url: `https://a.example/${n}`,
        sent: 'x',
        startedAt: at,
        leaseUntil: at,
        outcome: { kind: 'accepted', endedAt: at, durationMs: 1, answer: data.email },
      },
    ],
    effects: effects.map((trigger) => ({
      _id: key(`sub_${ulid}.${trigger}.webhook`),
      ...about,
      submissionId: `sub_${ulid}`,
      kind: 'webhook',
      trigger,
      status: 'done',
      attempts: [{ at, durationMs: 1, outcome: 'done' }],
      body: { data },
      createdAt: at,
      endedAt: at,
    })),
    ledger: [
      {
        _id: key(`sub_${ulid}.sale`),
        ...about,
        ...placed,
        submissionId: `sub_${ulid}`,
        type: 'sale',
        minor: 4_250,
        currency: 'USD',
        placedCampaignId: placed.campaignId,
        occurredAt: at,
        receivedAt: at,
        reference: `ref_${n}`,
      },
    ],
    claims: ['phone', 'email'].map((field) => ({
      _id: key(`${placed.campaignId}.${field}.${ulid}`),
      ...about,
      submissionId: `sub_${ulid}`,
      expiresAt: new Date(Date.now() + DAY_MS),
    })),
    idempotency: [
      {
        _id: key(encodeURIComponent(`POST /leads/submit ${ulid}`)),
        tenantId,
        bodyHash: 'x',
        ids: [ulid],
        about: [ulid],
        leaseUntil: at,
        expiresAt: new Date(Date.now() + DAY_MS),
        answer: { status: 202, body: about.leadId },
      },
    ],
  };
}
