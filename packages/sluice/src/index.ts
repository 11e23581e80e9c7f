/** What each service reads from its environment; the program itself is `./main`. */
export { serviceModules } from './services.js';
