/** The call that tries an endpoint as its form has it, and what is typed for it. */
import type { adminTryEndpoint, EndpointBodySent, EndpointData } from '@sluice/contracts';
import { call } from '../../api/call.js';
import { asProblem, Problem } from '../../api/problem.js';
import { pathTo } from '../../api/request.js';
import { nothingTyped } from '../../components/try/try-panel.js';
import type { Item } from '../values.js';

/** What is typed of the lead and of an answer; both stay while another part is looked at. */
export const typed = { ...nothingTyped, answer: { status: '200', headers: '', body: '' } };
export type Typed = typeof typed;

export interface EndpointInForm {
  readonly tenantId: string;
  /** Undefined for a new one. */
  readonly id: string | undefined;
  readonly item: Item;
  /** Before each try: the problems of the last one are not shown any more. */
  readonly onBegin: () => void;
  /** Shows what is wrong with the endpoint beside its fields. */
  readonly onRefused: (error: unknown) => Promise<unknown>;
}

export interface Tried extends EndpointData<typeof adminTryEndpoint> {
  /** The endpoint as it was tried. */
  readonly of: Item;
}
type Body = Omit<EndpointBodySent<typeof adminTryEndpoint>, 'item'>;

/** Tries the endpoint; problems with it stand beside its fields, and the rejection says so. */
export async function tryEndpoint(
  { tenantId, item, onBegin, onRefused }: EndpointInForm,
  body: Body,
): Promise<Tried> {
  onBegin();
  const path = pathTo`/admin/v1/tenants/${tenantId}/items/deliveryEndpoints/try`;
  try {
    return { of: item, ...(await call<typeof adminTryEndpoint>('POST', path, { body: { item, ...body } })) };
  } catch (error) {
    const { code, details } = asProblem(error);
    const isOfItem = details.some((line) => !/^(?:lead|leadId|answer)\b/.test(line));
    if (code !== 'VALIDATION_ERROR' || !isOfItem) throw error;
    await onRefused(error);
    throw new Problem(code, 'The endpoint has problems: they stand beside its fields.');
  }
}
