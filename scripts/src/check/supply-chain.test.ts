import { auditVerdict } from './audit-verdict.js';
import { lockfileProblems } from './lockfile-problems.js';

describe('the dependency audit', () => {
  const report = (severity: string) =>
    JSON.stringify({ vulnerabilities: { leftpad: { severity, range: '<1.3.0' } } });

  it('fails for a severe vulnerability, and names it', () => {
    expect(auditVerdict(report('critical'))).toEqual({
      kind: 'holes',
      reported: ['leftpad <1.3.0: critical'],
    });
    expect(auditVerdict(report('high')).kind).toBe('holes');
  });

  it('passes without vulnerabilities, or with minor ones', () => {
    expect(auditVerdict('{"vulnerabilities":{}}')).toEqual({ kind: 'clean' });
    expect(auditVerdict(report('moderate'))).toEqual({ kind: 'clean' });
  });

  it.each([
    ['', 'npm audit gave no report'],
    ['npm error code ENOTFOUND', 'npm audit gave no report'],
    ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
    ['{"error":{"code":"ENOAUDIT","summary":"no audit endpoint"}}', 'no audit endpoint'],
  ])('has no result when the registry answers %p', (output, because) => {
    expect(auditVerdict(output)).toEqual({ kind: 'unanswered', because });
  });
});

describe('the lockfile', () => {
  const wants = { dependencies: { zod: '4.6.7' } };

  it('is in sync when it has what each package.json requires', () => {
    expect(
      lockfileProblems({ '': {}, 'packages/a': wants }, { packages: { '': {}, 'packages/a': wants } }),
    ).toEqual([]);
  });

  it.each([
    ['another version', { packages: { 'packages/a': { dependencies: { zod: '4.6.6' } } } }],
    ['a removed package', { packages: { 'packages/a': {} } }],
  ])('is out of sync with %s', (_what, lock) => {
    expect(lockfileProblems({ 'packages/a': wants }, lock)).toEqual([
      'packages/a/package.json and package-lock.json do not agree on zod; run npm install.',
    ]);
  });

  it('is out of sync without a package', () => {
    expect(lockfileProblems({ 'packages/a': wants }, { packages: {} })).toEqual([
      'packages/a/package.json is not in package-lock.json; run npm install.',
    ]);
  });
});
