/** Saves a table as CSV, with a byte order mark, because it is mostly opened in a spreadsheet. */
import type { adminGetStatementCsv } from '@sluice/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { Button } from './button.js';
import { download } from './download.js';
import { toastProblem } from './toast.js';

interface DownloadCsvProps {
  /** The operation that answers the table, whole or in parts. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The name of the file. */
  readonly name: string;
}

export function DownloadCsv({ path, query, name }: DownloadCsvProps) {
  const save = useMutation({
    mutationFn: () => wholeTable(path, query),
    onSuccess: (csv) => download(name, 'text/csv', csv),
    onError: toastProblem,
  });
  return (
    <Button small disabled={save.isPending} onClick={() => save.mutate()}>
      Download CSV
    </Button>
  );
}

async function wholeTable(path: string, query: DownloadCsvProps['query']): Promise<string> {
  const parts: string[] = [];
  for (let cursor: string | undefined; ;) {
    const asked = { ...query, cursor, bom: 'true' };
    const part = await call<typeof adminGetStatementCsv>('GET', path, { query: asked });
    parts.push(part.csv);
    // A table that is answered whole names no next part.
    if (!part.nextCursor) return parts.join('');
    cursor = part.nextCursor;
  }
}
