export { reasonFamilies } from './families.js';
export type { ReasonText } from './reason-text.js';
export { reasonTexts } from './reason-texts.js';
