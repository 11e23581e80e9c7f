/** `npm run sluice`: the program of an installation, which is a separate package. */
import '@sluice/sluice/main';
