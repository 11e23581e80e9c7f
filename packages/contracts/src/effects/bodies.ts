/** The bodies of effects: what each kind's worker reads, or what was recorded. No secrets in clear. */
import type { LookupCheck } from '../decisions/decision.js';
import type { ConsentCheck } from '../decisions/planned-consent.js';
import type { Sealed } from '../records/sealed.js';
import type { FileReference } from '../resources/file-reference.js';
import type { LeadStatus } from '../resources/lead-status.js';
import type { ActionSource, PixelPlatform } from '../resources/pixel.js';
import type { PostbackEvent, PostbackValues } from '../resources/postback.js';
import type { SmsProvider } from '../resources/sms.js';
import type { AdminRole, MemberRole } from '../words.js';
import type { WebhookMessage } from './events.js';

/** The body of each kind of effect. */
export interface EffectBodies {
  /** An event for the campaign's or tenant's webhook. */
  readonly webhook: MessageBody;
  /** A first-submission webhook, whose answer the submission waits for. */
  readonly action: MessageBody;
  /** What a supplier's tracker is told of a lead. */
  readonly postback: PostbackBody;
  /** A conversion event for an ad platform. */
  readonly pixel: PixelBody;
  /** A text message. */
  readonly sms: SmsOrder;
  /** A placed lead for a notice, a notice, a daily report, or a mail about an account. */
  readonly email: PlacedBody | NoticeBody | ReportBody | AccountBody;
  /** A document that the lead is asked to sign. */
  readonly document: DocumentBody;
  /** A document that a vendor has signed. Planned when it is the document's turn. */
  readonly signature: SignatureBody;
  /** Revenue that was earned. */
  readonly milestone: MilestoneBody;
  /** A call whose answer qualification waits for. */
  readonly check: CheckBody;
  /** A phone call to the lead, whose verdict the submission waits for. */
  readonly call: CallBody;
}
export type EffectKind = keyof EffectBodies;

export interface MessageBody {
  readonly message: WebhookMessage;
}

/** The values as they were when it was planned; whose address they fill in is read at each attempt. */
export interface PostbackBody {
  readonly supplierId: string;
  readonly event: PostbackEvent;
  readonly values: PostbackValues;
}

export interface PixelBody {
  readonly order: PixelOrder;
}

/** The event that a rule or a caller requests, before any data of the lead is added. */
export interface PixelOrder {
  readonly platform: PixelPlatform;
  readonly pixelId: string;
  readonly eventName: string;
  /** Events with the same id count once at the platform. */
  readonly eventId: string;
  /** When it happened, ISO 8601. */
  readonly at: string;
  readonly actionSource: ActionSource;
  readonly value?: number;
  /** ISO 4217; USD if absent. */
  readonly currency?: string;
  /** Sends the event in test mode. */
  readonly testEventCode?: string;
}

/** A text message, as the gateway orders it (§4.3). */
export interface SmsOrder {
  readonly messageId: string;
  readonly interactionId: string;
  readonly to: string;
  /** Absent where the vendor needs no sender. */
  readonly from?: string;
  readonly message: string;
  readonly provider: SmsProvider;
}

/** A lead that its client is told of. */
export interface NoticedLead {
  readonly leadId: string;
  /** ISO 8601: when it was placed. */
  readonly at: string;
  /** The campaign that it was placed with. */
  readonly campaignId: string;
}

/** One placed lead. The worker puts it into a notice of its client, whose id it then notes as `notice`. */
export interface PlacedBody {
  readonly mail: 'placed';
  readonly clientId: string;
  readonly lead: NoticedLead;
  readonly notice?: string;
}

/** One mail to a client about the leads of a minute. */
export interface NoticeBody {
  readonly mail: 'notice';
  readonly clientId: string;
  /** When it goes, ISO 8601. */
  readonly at: string;
  readonly leads: readonly NoticedLead[];
  /** How many there are beyond these. */
  readonly more: number;
  /** No lead joins any more. */
  readonly sealed?: boolean;
}

/** The report of a client. */
export interface ReportBody {
  readonly mail: 'report';
  readonly clientId: string;
  /** The local day that it is about, `YYYY-MM-DD`. */
  readonly day: string;
}

/** What a mail about an account is about. */
export type AccountMailKind = 'invitation' | 'password_reset' | 'password_changed' | 'second_factor_removed';

/** A mail about an account: of a tenant or of the installation, and of no lead. */
export interface AccountBody {
  readonly mail: AccountMailKind;
  readonly to: string;
  /** Where it leads; emptied with the end of the effect. */
  readonly link?: Sealed;
  readonly facts: AccountMailFacts;
}

/** Whose invitation a mail is, and to what. */
export interface AccountMailFacts {
  /** Who invites; absent where a program did. */
  readonly by?: string;
  readonly role?: AdminRole | MemberRole;
  /** Absent for the installation itself. */
  readonly tenantName?: string;
}

/** The file reference to write, unless the lead already has one with that key. */
export interface DocumentBody {
  readonly file: Pick<
    FileReference,
    'fileKey' | 'fileName' | 'fileType' | 'documentUrl' | 'provider' | 'status'
  > & {
    readonly metadata: Readonly<Record<string, unknown>>;
  };
  /** What a vendor is asked for when it is the document's turn; absent if people have it signed. */
  readonly order?: SignatureOrder;
}

/** A document that goes through a vendor. */
export interface SignatureOrder {
  readonly vendor: string;
  /** The vendor's template. */
  readonly templateId?: string;
  readonly expiresInDays?: number;
  /** Passed on to the vendor; `role` also names the lead's role in the template. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly fields: readonly DocumentField[];
  /** The keys of the files that have to be signed before. */
  readonly after: readonly string[];
}

/** A field of the vendor's template, and where its value comes from. */
export interface DocumentField {
  /** The field's name at the vendor. */
  readonly name: string;
  /** A field key of the lead. */
  readonly key?: string;
  /** A Liquid template over field keys, for where the lead has no value. */
  readonly fallback?: string;
}

export interface SignatureBody extends SignatureOrder {
  readonly fileKey: string;
}

/** The amount that was booked. */
export interface MilestoneBody {
  readonly leadStatus: LeadStatus;
  readonly amount: number;
  readonly currency: string;
  /** Those of the campaign that earns it. */
  readonly clientId: string;
  readonly offerId: string;
  /** That campaign, if the lead is placed with it. */
  readonly placedCampaignId?: string;
}

/** Which vendor is asked is in the name of a look-up's check; what it is asked, in the configuration. */
export type CheckBody =
  | { readonly check: 'llm'; readonly criteria: readonly string[] }
  | { readonly check: LookupCheck }
  | ConsentBody;

/** The certificate whose address is in this field. */
export interface ConsentBody {
  readonly check: ConsentCheck;
  readonly field: string;
}

export interface CallBody {
  /** The interaction that shows the call. */
  readonly interactionId: string;
}
