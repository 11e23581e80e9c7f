import { endpoints, publicPaths } from '@sluice/contracts';
import { projectRoot } from '@sluice/local';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const text = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
interface Listed {
  readonly path: string;
  readonly at?: true;
  readonly below?: true;
  readonly probe?: true;
}
const listed: readonly Listed[] = publicPaths;

describe('what is public on the gateway', () => {
  it('is what the Caddyfile lets through, and nothing else', () => {
    const [, paths = ''] = /@interface path (.*)/.exec(text('proxy/Caddyfile')) ?? [];
    const expected = listed.flatMap(({ path, at, below }) => [
      ...(at ? [path] : []),
      ...(below ? [`${path}/*`] : []),
    ]);
    expect(paths.split(' ').sort()).toEqual(expected.sort());
  });

  it('is what the ingress lets through, but for the probes, and nothing else', () => {
    const { spec } = parse(text('k8s/production/ingress.yaml')) as {
      spec: { rules: { http: { paths: { path: string; pathType: string }[] } }[] };
    };
    const passed = spec.rules.flatMap(({ http }) =>
      http.paths.map(({ path, pathType }) => `${pathType} ${path}`),
    );
    const expected = listed
      .filter(({ probe }) => !probe)
      .map(({ path, below }) => `${below ? 'Prefix' : 'Exact'} ${path}`);
    expect(passed.sort()).toEqual(expected.sort());
  });

  it('is told to those who configure another proxy', () => {
    for (const page of ['docs/run/hardening.md', 'docs/run/install.md']) {
      const line =
        text(page)
          .split('\n')
          .find((one) => /only|Pass/.test(one) && one.includes('`/hooks`')) ?? '';
      for (const { path, probe } of listed)
        if (!probe) expect([page, line.includes(`\`${path}\``)]).toEqual([page, true]);
    }
  });

  it('is where all routes, hooks and pages of the gateway are', () => {
    const sources = readdirSync(join(projectRoot, 'services/gateway/src'), {
      recursive: true,
      encoding: 'utf8',
    });
    const written = sources
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [...text(join('services/gateway/src', file)).matchAll(/ path: ['`](\/[^'`]+)/g)])
      .map(([, path = '']) => path);
    const served = [...endpoints.map(({ path }) => path), ...written];
    const isListed = (path: string) => listed.some((one) => one.below && path.startsWith(`${one.path}/`));
    expect(written).toEqual(expect.arrayContaining(['/post/{token}']));
    expect(served.filter((path) => !isListed(path))).toEqual([]);
  });
});
