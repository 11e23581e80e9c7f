/** A call of a voice agent, as its vendor tells of it: in an event, or when it is looked up. */
import type { TranscriptEntry } from './interaction.js';

/** The ids that a call was placed with, by which it is found again. */
export interface CallIds {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly interactionId: string;
}

/** What is known of a call. */
export interface VoiceCall {
  /** The vendor's id. */
  readonly callId: string;
  /** Absent for a call that we did not place. */
  readonly ids?: CallIds;
  readonly agentId?: string;
  readonly isOver: boolean;
  /** Why it ended, in the vendor's word. */
  readonly terminationReason?: string;
  readonly durationSeconds?: number;
  readonly recordingUrl?: string;
  readonly transcript?: readonly TranscriptEntry[];
  readonly summary?: string;
  /** Whether the agent found the lead qualified; absent if it does not say so. */
  readonly isQualified?: boolean;
}
