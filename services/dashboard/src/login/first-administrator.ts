/** The first administrator, as the environment names it. */
import { passwordWeakness } from '@sluice/identity';

interface Config {
  readonly OPERATOR_EMAIL?: string | undefined;
  readonly OPERATOR_PASSWORD?: string | undefined;
  readonly NODE_ENV: string;
}

/** Address and password of the first administrator, if they are set, or a sentence for each variable that is wrong. */
export function firstAdministrator({
  OPERATOR_EMAIL: address,
  OPERATOR_PASSWORD: password,
  NODE_ENV,
}: Config):
  | { readonly administrator?: readonly [address: string, password: string] }
  | { readonly problems: readonly string[] } {
  if (address === undefined && password === undefined) return {};
  if (address === undefined) return { problems: ['OPERATOR_EMAIL is required with OPERATOR_PASSWORD'] };
  if (password === undefined) return { problems: ['OPERATOR_PASSWORD is required with OPERATOR_EMAIL'] };
  const weakness = NODE_ENV === 'production' ? passwordWeakness(password, address) : undefined;
  if (weakness !== undefined) return { problems: [`OPERATOR_PASSWORD ${weakness}`] };
  return { administrator: [address, password] };
}
