/** What Debian packages and some work here needs: an installed one, else Debian's. */
import { Problem } from '@sluice/local';
import { canInstallPackages, installPackage } from './install-package.js';

/** Something that is needed. */
export interface Packaged {
  /** Its name for people. */
  readonly name: string;
  readonly debianPackage: string;
  /** Returns its full path if it is installed. */
  readonly find: () => string | undefined;
  /** How people get it otherwise: a clause that ends a sentence. */
  readonly remedy: string;
}

/** Its full path, or one sentence that says why it is missing and how to get it. */
export type Obtained =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly because: string };

/** Finds it. As root on Debian, installs it if it is missing and says so through `note`. */
export async function obtainPackaged(
  { name, debianPackage, find, remedy }: Packaged,
  note: (line: string) => void,
): Promise<Obtained> {
  const present = find();
  if (present !== undefined) return { kind: 'found', path: present };
  const missing = (why: string): Obtained => ({ kind: 'missing', because: `${name} ${why}: ${remedy}.` });
  if (!canInstallPackages()) return missing('is not installed');
  note(`  … installing ${name} from Debian (once)`);
  try {
    await installPackage(debianPackage, remedy);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'missing', because: error.message };
  }
  const path = find();
  return path === undefined ? missing("is not in Debian's usual place") : { kind: 'found', path };
}
