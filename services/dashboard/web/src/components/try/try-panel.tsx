/**
 * Tries items before they are saved: what would become of a made-up lead, of an existing one and of the last leads of a
 * campaign, now and with the items. Stands beside a form, and is the page What if.
 */
import { Panel } from '../panel.js';

/** An item that is not saved, as a tenant file writes it. */
export interface UnsavedItem {
  /** A section of the tenant file, or `tenant` for its settings. */
  readonly section: string;
  readonly item: Readonly<Record<string, unknown>>;
}

export interface TryPanelProps {
  readonly tenantId: string;
  /** The campaign that the leads are of; without it, one is picked in the panel. */
  readonly campaignId?: string | undefined;
  /** The items of the form as they stand when somebody tries them; none asks about the configuration as it is. */
  readonly items: () => readonly UnsavedItem[];
}

export function TryPanel(_props: TryPanelProps) {
  return <Panel title="Try">{null}</Panel>;
}
