/** The files of a lead, each at its latest change, and what those wait for that a vendor has yet to send. */
import type { Effect, FileReference, Moment } from '@sluice/contracts';
import { sentence, turnOfDocument, type Sentence, type Wording } from '@sluice/domain';

/** The moments of files. Whoever has a signing link can sign, so it is hidden until it is asked for. */
export function fileMoments(
  files: readonly FileReference[],
  once: readonly Effect[],
  { reveal }: Wording,
): readonly Moment[] {
  return files.map(({ fileKey, status, updatedAt, signingUrl }) => ({
    at: updatedAt,
    kind: 'file' as const,
    what: sentence(`File ${fileKey} is ${status}.`, status === 'failed' ? 'bad' : 'quiet', [
      ...(status === 'pending' ? turnOf(fileKey, files, once) : []),
      ...(signingUrl !== undefined && !reveal ? [sentence('It has a signing link (hidden).', 'quiet')] : []),
    ]),
    link: signingUrl !== undefined && reveal ? { text: 'Signing link', url: signingUrl } : undefined,
  }));
}

function turnOf(
  fileKey: string,
  files: readonly FileReference[],
  once: readonly Effect[],
): readonly Sentence[] {
  const order = once
    .filter((effect) => effect.kind === 'document')
    .map(({ body }) => body)
    .find(({ file }) => file?.fileKey === fileKey)?.order;
  const turn = order && turnOfDocument(order, files);
  if (!turn || turn.kind === 'now') return [];
  const { status = 'missing' } = files.find((file) => file.fileKey === turn.for) ?? {};
  return [
    turn.kind === 'waits'
      ? sentence(`It goes when ${turn.for} is signed.`, 'quiet')
      : sentence(`It does not go, because ${turn.for} is ${status}.`, 'warn'),
  ];
}
