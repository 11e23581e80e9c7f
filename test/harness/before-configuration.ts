/** Each test file begins with the settings that a process has before it reads its configuration. */
import { allowOutbound, tryPatternsWith } from '@sluice/contracts';

allowOutbound([]);
tryPatternsWith(() => undefined);
