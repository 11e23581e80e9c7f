/** Figures as they are shown: what happened, by minute and by hour. Reading is a query for a range of keys, never of leads. */
import {
  addTimes,
  ALL_TENANTS,
  spanName,
  type FigureDocument,
  type FigureKind,
  type Span,
  type Times,
  type Waits,
} from '@sluice/store';
import type { Collection, Filter } from 'mongodb';

/** The results of the leads of one tenant, or of all, within one minute or hour. */
export interface LeadFigures {
  readonly at: Date;
  readonly accepted: number;
  /** Submissions that ended, by final status. */
  readonly ended: Readonly<Record<string, number>>;
  /** From acceptance until a buyer accepted the lead, for leads that were never held. */
  readonly times: Times;
}

/** The results of the calls to one receiver within one minute or hour. */
export interface CallFigures {
  readonly at: Date;
  readonly receiver: string;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly times: Times;
}

/** The worst values seen of each queue and of the installation within one minute or hour. */
export interface WaitFigures extends Waits {
  readonly at: Date;
}

/** The figures of an installation. */
export class Figures {
  readonly #figures: Collection<FigureDocument>;

  constructor(figures: Collection<FigureDocument>) {
    this.#figures = figures;
  }

  /** The results of the leads of one tenant, or of all, since `from`, oldest first; times without any are left out. */
  async leads(span: Span, from: Date, tenantId: string = ALL_TENANTS): Promise<readonly LeadFigures[]> {
    const found = await this.#since(tenantId, 'leads', span, from);
    return found.map(({ at, accepted = 0, ended = {}, times = {} }) => ({ at, accepted, ended, times }));
  }

  /** What waited since `from`, oldest first. */
  async waits(span: Span, from: Date): Promise<readonly WaitFigures[]> {
    const found = await this.#since(ALL_TENANTS, 'waits', span, from);
    return found.map(({ at, stages = {}, held = 0, overdue = 0 }) => ({ at, stages, held, overdue }));
  }

  /** The results of the calls to these receivers of a tenant since `from`, oldest first. */
  async calls(
    tenantId: string,
    span: Span,
    from: Date,
    receivers: readonly string[],
  ): Promise<readonly CallFigures[]> {
    const found = await this.#since(tenantId, 'calls', span, from, { receiver: { $in: [...receivers] } });
    return found.map(({ at, receiver = '', outcomes = {}, statuses = {}, times = {} }) => ({
      at,
      receiver,
      outcomes,
      statuses,
      times,
    }));
  }

  async #since(
    whose: string,
    kind: FigureKind,
    span: Span,
    from: Date,
    which: Filter<FigureDocument> = {},
  ): Promise<readonly FigureDocument[]> {
    const first = `${whose}/${kind}.${spanName(span, from)}`;
    const beyond = `${whose}/${kind}.${span}.~`;
    return this.#figures
      .find({ _id: { $gte: first, $lt: beyond }, ...which })
      .sort({ _id: 1 })
      .toArray();
  }
}

/** The sum of the figures of several minutes, dated `at`. */
export function addLeadFigures(at: Date, many: readonly LeadFigures[]): LeadFigures {
  return {
    at,
    accepted: many.reduce((sum, { accepted }) => sum + accepted, 0),
    ended: addTimes(many.map(({ ended }) => ended)),
    times: addTimes(many.map(({ times }) => times)),
  };
}
