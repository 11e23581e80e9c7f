/** The tenant of a run, whose file is tenant.yaml, and its campaigns. */

export const tenantId = 'bench';

/** A campaign, and how a lead of it arrives. */
export interface Campaign {
  readonly id: string;
  /** How many buyers are asked until one takes the lead. */
  readonly buyersAsked: number;
  /** How many effects of a lead arrive at each path. */
  readonly effects: Readonly<Record<string, number>>;
}

const campaign = (id: string, buyersAsked = 1, effects = {}): Campaign => ({ id, buyersAsked, effects });

export const campaigns = {
  plain: campaign('PLAIN'),
  full: campaign('FULL', 1, { '/v24.0/1234567890/events': 1, '/webhooks': 4 }),
  hooks: campaign('HOOKS'),
  third: campaign('THIRD', 3),
  thirdHooks: campaign('THRDH', 3),
};
