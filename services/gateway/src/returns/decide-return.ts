/** POST /api/v1/returns/{returnId}/approve, /deny and /withdraw. */
import {
  approveReturn,
  denyReturn,
  withdrawReturn,
  type ReturnDecision,
  type ShownReturn,
} from '@sluice/contracts';
import { decideReturn, shownReturn, type ReturnDeps } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';

interface Request {
  readonly params: { readonly returnId: string };
  readonly body: { readonly note?: string | undefined };
  readonly ids: { of(kind: 'return'): string };
  readonly tenant: { readonly tenantId: string; readonly prefix: string };
}

const decide =
  (decision: ReturnDecision) =>
  async ({ params, body, tenant, ids }: Request, deps: ReturnDeps): Promise<ShownReturn> => {
    const words = { by: tenant.prefix, note: body.note, decisionId: ids.of('return') };
    return shownReturn(await decideReturn(deps, tenant.tenantId, params.returnId, decision, words));
  };

export const approveReturnRoute = defineRoute(approveReturn, decide('approved'));
export const denyReturnRoute = defineRoute(denyReturn, decide('denied'));
export const withdrawReturnRoute = defineRoute(withdrawReturn, decide('withdrawn'));
