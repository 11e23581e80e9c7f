/** The tenants of a run, whose file is tenant.yaml, and their campaigns. */

export const tenantId = 'bench';
/** The second one only waits. */
export const tenants = [tenantId, 'bench2'] as const;

/** A supplier with a daily limit and a cost. */
export const supplierId = 'sup_bench';

/** A campaign, and how many calls about a lead arrive at each path beside that to its buyer. */
export interface Campaign {
  readonly id: string;
  readonly calls: Readonly<Record<string, number>>;
}

export const campaigns = {
  plain: { id: 'PLAIN', calls: {} },
  full: { id: 'FULL', calls: { '/v24.0/1234567890/events': 1, '/webhooks': 4 } },
  hooks: { id: 'HOOKS', calls: { '/webhooks': 3 } },
  third: { id: 'THIRD', calls: { '/refusing': 2 } },
  thirdHooks: { id: 'THRDH', calls: { '/refusing': 2, '/webhooks': 5 } },
} satisfies Record<string, Campaign>;

/** Campaigns of the same client whose buyers refuse connections. */
export const downCampaigns: readonly Campaign[] = ['DOWN1', 'DOWN2', 'DOWN3'].map((id) => ({
  id,
  calls: {},
}));
