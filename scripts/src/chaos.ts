/** `npm run chaos`: the chaos package's program. */
import { programPath } from '@sluice/local';

await import(programPath('chaos'));
