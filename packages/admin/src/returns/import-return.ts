/** Requests the return of one row of a file, and says what became of it. */
import {
  ApiError,
  problemsOf,
  returnInputSchema,
  type ImportedReturn,
  type ReturnRow,
} from '@sluice/contracts';
import { foreseeReturn, requestReturn, type QuotaSubject, type ReturnDeps } from '@sluice/pipeline';
import { newId } from '@sluice/process';

/** Whose file it is, and who imports it; with `foreseen`, nothing is written. */
export interface ReturnImport {
  readonly tenantId: string;
  readonly by: string;
  readonly byOperator?: true;
  /** The returns that the rows before would request; the row's own is added. */
  readonly foreseen?: QuotaSubject[] | undefined;
}

/** Never throws for a row that cannot be returned. */
export async function importReturn(
  core: ReturnDeps,
  { tenantId, foreseen, ...who }: ReturnImport,
  row: ReturnRow,
): Promise<ImportedReturn> {
  const read = returnInputSchema.safeParse(withoutBlanks(row));
  if (!read.success) return { result: 'refused', why: problemsOf(read.error).join('; ') };
  const request = { ...read.data, returnId: newId('return'), ...who };
  try {
    if (foreseen) {
      await foreseeReturn(core, tenantId, request, foreseen);
      return { result: 'accepted' };
    }
    const { returnId } = await requestReturn(core, tenantId, request);
    return { result: 'accepted', returnId };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return refusal(error);
    throw error;
  }
}

function refusal({ details = [], message }: ApiError): ImportedReturn {
  if (details.some((line) => line.startsWith('already_requested:'))) return { result: 'duplicate' };
  return { result: 'refused', why: details.length > 0 ? details.join('; ') : message };
}

// An empty cell is no value.
function withoutBlanks(row: ReturnRow): ReturnRow {
  const entries = Object.entries(row).map(([name, cell]) => [name, cell?.trim()] as const);
  return Object.fromEntries(entries.filter(([, cell]) => cell !== undefined && cell !== ''));
}
