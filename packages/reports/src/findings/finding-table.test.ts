import { adminCloseCircuit, adminGetNow } from '@sluice/contracts';
import { alertRules } from './alert-rules.js';
import { actionOf, severityOf } from './declare.js';
import { findingTable } from './findings.js';

describe('the table of findings', () => {
  it('has each kind once, and each alert once, whose section of the runbook bears its name', () => {
    const kinds = findingTable.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    const rules = alertRules();
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toMatch(new RegExp(`^docs/run/runbook/\\w+\\.md#${alert.toLowerCase()}$`));
  });

  it('alerts only from thresholds that it has: a page from what wakes, a ticket from what is to be looked at', () => {
    for (const { kind, thresholds, alert } of findingTable)
      if (alert) expect([kind, thresholds[alert.level]]).not.toEqual([kind, undefined]);
  });

  it('alerts by the metric that it names', () => {
    const named = findingTable.filter(({ alert, metric }) => alert && !alert.expr.includes(metric ?? '–'));
    expect(named.map(({ kind }) => kind)).toEqual([]);
  });
});

it('a severity begins above its threshold', () => {
  const thresholds = { note: 1, lookAt: 10, wake: 100 };
  expect([1, 2, 10, 11, 100, 101].map((measured) => severityOf(thresholds, measured))).toEqual([
    undefined,
    'note',
    'note',
    'warning',
    'warning',
    'bad',
  ]);
  expect(severityOf({ wake: 5 }, 5)).toBeUndefined();
});

it('the action of a finding is an operation that changes something, with its path filled in', () => {
  const params = { tenantId: 'demo', receiver: 'client cli_1' };
  expect(actionOf(adminCloseCircuit, 'Close circuit', params)).toEqual({
    operationId: 'adminCloseCircuit',
    method: 'POST',
    path: '/admin/v1/tenants/demo/circuits/client%20cli_1/close',
    role: 'operate',
    label: 'Close circuit',
    needsReason: false,
  });
  expect(() => actionOf(adminGetNow, 'Look')).toThrow('changes nothing');
});
