/** `sluice send FILE --campaign CODE --key KEY [--url URL]`. */
import type { Command } from 'commander';
import { answer } from '../output.js';
import { numberOf } from '../typed-values.js';
import { untilInterrupted } from '../until-interrupted.js';
import { gatewayUrl, typedPath } from '../where.js';
import { sentText } from './sent-text.js';

interface SendFlags {
  readonly campaign: string;
  readonly key: string;
  readonly url?: string;
  readonly encoding?: string;
  readonly wait: string | boolean;
  readonly json?: boolean;
}

export function addSend(program: Command): void {
  program
    .command('send')
    .argument(
      '<file>',
      'CSV with a header row, NDJSON or a JSON array; columns are fields of a lead, e.g. address.city, or those of a lead-form export',
    )
    .description('submit the rows of a file; if repeated or corrected within a day, it sends no row twice')
    .requiredOption('--campaign <code>', 'campaign of the leads')
    .requiredOption('--key <key>', 'an API key of the tenant, or of one of its suppliers')
    .option('--url <url>', 'URL of the gateway; default: GATEWAY_URL, otherwise the one of `npm start`')
    .option(
      '--encoding <name>',
      'encoding of the file, e.g. windows-1252 (default: UTF-8, or UTF-16 with its mark)',
    )
    .option('--wait <seconds>', 'how long to wait for the leads to end', '60')
    .option('--no-wait', 'do not wait for the leads to end')
    .option('--json', 'print JSON')
    .action(async (file: string, { campaign, key, url, encoding, wait, json }: SendFlags) => {
      const options = {
        file: typedPath(file),
        encoding,
        campaignId: campaign,
        apiKey: key,
        url: url ?? gatewayUrl(),
        waitMs: typeof wait === 'boolean' ? 0 : Number(numberOf('--wait', wait, 'seconds')) * 1000,
      };
      const { sendFile } = await import('./send-file.js');
      const sent = await untilInterrupted((interrupt) => sendFile({ ...options, interrupt }));
      answer(json, sent, sentText);
      if (sent.unsent > 0) process.exitCode = 1;
    });
}
