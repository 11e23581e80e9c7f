import type { Effect, FileReference, FileStatus } from '@sluice/contracts';
import { fileMoments } from './file-moments.js';

const at = '2026-03-01T10:00:00.000Z';
const file = (fileKey: string, status: FileStatus, more: Partial<FileReference> = {}): FileReference => ({
  fileId: `file_${fileKey}`,
  leadId: 'lead_1',
  fileKey,
  fileName: fileKey,
  fileType: 'pdf',
  documentUrl: '',
  provider: 'docuseal',
  status,
  createdAt: at,
  updatedAt: at,
  ...more,
});
const requested = (fileKey: string, after: string[]) =>
  ({
    kind: 'document',
    body: { file: { fileKey }, order: { vendor: 'docuseal', metadata: {}, fields: [], after } },
  }) as unknown as Effect;
const once = [requested('retainer', []), requested('records', ['retainer'])];
const words = (files: FileReference[], reveal = false) =>
  fileMoments(files, once, { zone: 'UTC', reveal }).map(({ what }) => [
    what.text,
    ...(what.of ?? []).map(({ text }) => text),
  ]);

describe('the files of a timeline', () => {
  it('say for which document one waits, and because of which it does not go', () => {
    expect(words([file('retainer', 'viewed'), file('records', 'pending')])).toEqual([
      ['File retainer is viewed.'],
      ['File records is pending.', 'It goes when retainer is signed.'],
    ]);
    expect(words([file('retainer', 'declined'), file('records', 'pending')])[1]).toEqual([
      'File records is pending.',
      'It does not go, because retainer is declined.',
    ]);
    expect(words([file('retainer', 'signed'), file('records', 'pending')])[1]).toEqual([
      'File records is pending.',
    ]);
  });

  it('show where one is signed only when it is asked for, because whoever knows the link can sign', () => {
    const files = [file('retainer', 'pending', { signingUrl: 'https://docuseal.example/s/secret' })];
    expect(words(files)).toEqual([['File retainer is pending.', 'It has a signing link (hidden).']]);
    expect(JSON.stringify(fileMoments(files, once, { zone: 'UTC', reveal: false }))).not.toContain(
      '/s/secret',
    );
    expect(fileMoments(files, once, { zone: 'UTC', reveal: true })).toMatchObject([
      { link: { text: 'Signing link', url: 'https://docuseal.example/s/secret' } },
    ]);
  });
});
