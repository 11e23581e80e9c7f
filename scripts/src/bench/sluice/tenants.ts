/** The tenants of a run, whose file is tenant.yaml. */

/** The tenant under load, and its neighbour. */
export const tenants = { loaded: 'bench-a', neighbour: 'bench-b' } as const;

/** A campaign of tenant.yaml, and how a lead of it arrives. */
export interface Campaign {
  readonly id: string;
  /** How many buyers are asked until one takes the lead. */
  readonly buyersAsked: number;
  /** How many effects of a lead arrive at each path. */
  readonly effects: Readonly<Record<string, number>>;
}

const campaign = (id: string, buyersAsked = 1, effects = {}): Campaign => ({ id, buyersAsked, effects });
const pixelPath = '/v24.0/1234567890/events';

/** The campaigns of the tenant under load. */
export const campaigns = {
  plain: campaign('PLAIN'),
  full: campaign('FULL', 1, { [pixelPath]: 1, [`/webhooks/${tenants.loaded}`]: 4 }),
  hooks: campaign('HOOKS'),
  third: campaign('THIRD', 3),
  thirdHooks: campaign('THRDH', 3),
};
