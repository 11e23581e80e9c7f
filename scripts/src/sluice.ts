/** `npm run sluice`: the operator's command, which is a separate package. */
import '@sluice/cli/main';
