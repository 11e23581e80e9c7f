/** `npm run sluice`: the operator's command, which is a package of its own. */
import '@sluice/cli/main';
