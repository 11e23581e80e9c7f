/**
 * Links to posting instructions: who has one reads how a supplier sends leads to a campaign. Only the hash of its token
 * is stored, by which it is found without a tenant.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import type { DatabaseClock } from '../driver/clock.js';

/** What a link shows: how this supplier posts to this campaign. */
export interface PostingLink {
  readonly tenantId: string;
  readonly supplierId: string;
  readonly campaignId: string;
}

/** A link as stored, under the SHA-256 of its token. */
export interface PostingLinkDocument extends PostingLink {
  readonly _id: string;
  readonly createdAt: Date;
  readonly expiresAt?: Date;
}

/** The links of a supplier to the instructions for one campaign. */
export interface LinksOfCampaign {
  readonly campaignId: string;
  readonly links: number;
  /** Of the latest. */
  readonly madeAt: Date;
}

const TOKEN_BYTES = 16;
const tokenForm = /^[A-Za-z0-9_-]{22}$/;

/** The links of every tenant, which expire by the database's clock. */
export class PostingLinkStore {
  readonly #links: Collection<PostingLinkDocument>;
  readonly #clock: Pick<DatabaseClock, 'now' | 'measure'>;

  constructor(links: Collection<PostingLinkDocument>, clock: Pick<DatabaseClock, 'now' | 'measure'>) {
    this.#links = links;
    this.#clock = clock;
  }

  /** Makes a link and returns its token, which is not stored. Those of the same two that have expired are deleted. */
  async add(link: PostingLink, createdAt: Date, expiresAt: Date | undefined): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expires = expiresAt === undefined ? {} : { expiresAt };
    await this.#links.insertOne({ _id: hash('sha256', token, 'hex'), ...link, createdAt, ...expires });
    await this.#links.deleteMany({ ...link, expiresAt: { $lte: createdAt } });
    return token;
  }

  /** What the link of this token shows; undefined if there is none, or it has expired. */
  async find(token: string): Promise<PostingLink | undefined> {
    if (!tokenForm.test(token)) return undefined;
    // A time that was measured less recently is better than none.
    const measured = this.#clock.measure().catch(() => undefined);
    const [found] = await Promise.all([this.#links.findOne({ _id: hash('sha256', token, 'hex') }), measured]);
    if (!found || (found.expiresAt && found.expiresAt <= this.#clock.now())) return undefined;
    const { tenantId, supplierId, campaignId } = found;
    return { tenantId, supplierId, campaignId };
  }

  /** How many links of a supplier have not expired at `now`, by campaign, and when the latest was made. */
  async ofSupplier(
    { tenantId, supplierId }: Omit<PostingLink, 'campaignId'>,
    now: Date,
  ): Promise<readonly LinksOfCampaign[]> {
    const works = { $or: [{ expiresAt: { $exists: false } }, { expiresAt: { $gt: now } }] };
    return this.#links
      .aggregate<LinksOfCampaign>([
        { $match: { tenantId, supplierId, ...works } },
        { $group: { _id: '$campaignId', links: { $sum: 1 }, madeAt: { $max: '$createdAt' } } },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, campaignId: '$_id', links: 1, madeAt: 1 } },
      ])
      .toArray();
  }

  /** Revokes all links of the two at once, and returns how many there were. */
  async revoke({ tenantId, supplierId, campaignId }: PostingLink): Promise<number> {
    return (await this.#links.deleteMany({ tenantId, supplierId, campaignId })).deletedCount;
  }
}
