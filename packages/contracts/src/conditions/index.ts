/** Conditions on the fields of a lead, and the patterns in them. */
export {
  conditionOperators,
  dayOperators,
  fileOperators,
  rangeOperators,
  valueSetOperators,
  type ConditionOperator,
} from './condition-operators.js';
export * from './conditions.js';
export * from './safe-pattern.js';
