/** Bodies as templates, whose values are escaped by themselves in the syntax of the body. */
export { templateProblem } from './template.js';
