/** The reasons of leads, as the dashboard says them. */
import { ownReasons, reasonClasses, type ReasonClass } from '@sluice/contracts';
import { reasonFamilies, reasonTexts, type ReasonText } from '@sluice/domain';
import { code, opened, table } from './markdown.js';

type Row = readonly [reason: string, text: ReasonText];

/** The page. */
export function renderReasons(): string {
  const all: readonly Row[] = [
    ...ownReasons.map((reason): Row => [reason, reasonTexts[reason]]),
    ...Object.entries<ReasonText>(reasonFamilies),
  ];
  const ofLeads = all.filter(([, { statuses }]) => statuses !== undefined);
  const others = all.filter(([, { statuses }]) => statuses === undefined);
  return [
    opened(
      'Reasons',
      'Why a lead ended or waits, or why a step was passed over. The dashboard, e-mails, tables of leads and `sluice leads show` say each in the words of this page.',
      'A tenant’s people see the reason itself. A supplier sees only its class, and none if its `answerDetail` is `minimal`; webhooks carry the reason as it is spelled here. A reason that is not on this page is the buyer’s own text. It may quote the lead, so it is hidden until somebody who may reveals it, and suppliers get `not_wanted`.',
    ),
    '## Why a lead ends or waits\n',
    table(['reason', 'the lead is', 'it means', 'a supplier is told', 'what to do'], ofLeads.map(leadRow)),
    '## Only in a trace or at an effect\n',
    'A trace says what was looked at on the way; an effect is a webhook, pixel, message, call, e-mail or document. No lead ends with one of these.\n',
    table(['reason', 'it means', 'what to do'], others.map(otherRow)),
    '## Classes that suppliers see\n',
    table(
      ['class', 'it means'],
      reasonClasses.map((each) => [code(each), classWords[each]]),
    ),
  ].join('\n');
}

function leadRow([reason, { words, action, supplier, statuses = [] }]: Row): readonly string[] {
  return [code(reason), statuses.map(code).join(', '), words, code(supplier), action];
}

function otherRow([reason, { words, action }]: Row): readonly string[] {
  return [code(reason), words, action];
}

const classWords: Readonly<Record<ReasonClass, string>> = {
  invalid: 'a field is wrong: correct it and send the lead again',
  duplicate: 'the person is known already',
  filtered: 'the lead does not meet what is asked for',
  capped: 'a limit or a budget is reached, or it is outside the hours',
  suppressed: 'the person is not to be contacted',
  consent: 'the certificate of consent is missing or does not fit',
  returned: 'the buyer gave the lead back',
  not_wanted: 'no buyer wanted it',
  error: 'anything else, which is not about the lead',
};
