/** The address of a look-up: fixed but for values of the lead in its path and query. */
import { z } from 'zod';
import { outboundUrlSchema } from '../formats/outbound-url.js';
import { parseHttpUrl } from '../formats/parse-url.js';
import { secretReferenceProblem, withSecrets } from './secret-references.js';

const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})\s*\}\}/g;
/** Stands for a value while an address is checked: a text that no parser changes. */
const STAND_IN = 'a0looked0value';
/** What stands before the path, in every spelling that a parser takes for it. */
const beforePath = /^[^/?#\\]*:[/\\]*[^/?#\\]*/;

/** The address with `valueOf` of each in place of the field keys, as they are written there. References to secrets stay. */
export function withFieldValues(url: string, valueOf: (key: string) => string): string {
  return url.replace(PLACEHOLDER, (placeholder, key: string) =>
    key.startsWith('secrets.') ? placeholder : valueOf(key),
  );
}

/** Accepts the address of a look-up. */
export const lookupUrlSchema = z
  .string()
  .max(2048)
  .superRefine((url, ctx) => {
    const problem =
      secretReferenceProblem(url) ??
      placeProblem(withSecrets(url, () => '')) ??
      outboundUrlSchema.safeParse(withFieldValues(url, () => STAND_IN)).error?.issues[0]?.message;
    if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ example: 'https://dnc.example/v1?phone={{ phone_national }}&key={{ secrets.dnc_key }}' });

function placeProblem(url: string): string | undefined {
  if (/[{}]/.test(withFieldValues(url, () => '')))
    return 'must use no braces but those of {{ key }} and {{ secrets.name }}';
  const parsed = parseHttpUrl(withFieldValues(url, () => STAND_IN));
  const outside = [beforePath.exec(url)?.[0], parsed?.host, parsed?.hash];
  return outside.some((part) => part?.includes('{') || part?.includes(STAND_IN))
    ? 'must name fields in its path and query only'
    : undefined;
}
