/** `sluice doctor`. */
import type { Command } from 'commander';
import { answer } from '../output.js';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('find what is missing or unhealthy, and how to fix it')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const [{ examineInstallation }, { reportOf, reportText }] = await Promise.all([
        import('./examine-installation.js'),
        import('./report.js'),
      ]);
      const report = reportOf(await examineInstallation());
      answer(json, report, () => reportText(report));
      if (report.findings.length > 0) process.exitCode = 1;
    });
}
