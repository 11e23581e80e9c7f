/** Lists of findings that were read only up to a bound. */
import { defineFinding, type FindingArea } from '../declare.js';
import type { BoundedList } from '../observation.js';

interface ListFacts {
  readonly what: string;
  readonly area: FindingArea;
  readonly link: string;
}

const lists: Readonly<Record<BoundedList, ListFacts>> = {
  buyers: { what: 'buyers in trouble', area: 'endpoints', link: '/buyers' },
  unreadBuyers: { what: 'buyers whose answers are not recognised', area: 'endpoints', link: '/buyers' },
  unreadRules: { what: 'rules that cannot read their values', area: 'leads', link: '/campaigns' },
  failingPostbacks: { what: 'suppliers whose postbacks fail', area: 'endpoints', link: '/webhooks' },
  unfinishedChanges: {
    what: 'tenants with an unfinished change',
    area: 'configuration',
    link: '/settings/file',
  },
};

const BEFORE_LIST = 'cut-short.';

const listCutShort = defineFinding({
  kind: 'list_cut_short',
  area: ({ id }) => lists[id.replace(BEFORE_LIST, '') as BoundedList].area,
  page: '/',
  runbook: 'configuration.md#only-the-first-are-listed',
  thresholds: { lookAt: 0 },
  find: ({ cutShort = [] }) =>
    cutShort.map(({ list, listed }) => {
      const { what, link } = lists[list];
      return {
        id: BEFORE_LIST + list,
        measured: 1,
        subject: 'the installation',
        headline: `Only the first ${listed} ${what} are listed, and there are more`,
        todo: 'So many at once often have one cause, such as a network or a change: find it first. The pages of each tenant have all of its own.',
        link,
      };
    }),
});

/** The findings of this file. */
export const listFindings = [listCutShort];
