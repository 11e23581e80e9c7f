import { linesOf } from '@sluice/admin/files';
import type { Row } from '../row.js';
import { readCsv } from './csv-rows.js';

async function rowsOf(...lines: readonly (readonly string[])[]): Promise<Row[]> {
  const text = lines.map((cells) => cells.join('\t')).join('\n');
  const rows: Row[] = [];
  const csv = await readCsv(
    linesOf(
      (async function* () {
        yield text;
      })(),
    ),
  );
  for await (const row of csv?.rows ?? []) rows.push(row);
  return rows;
}

const metasOrigin = [
  ...['id', 'created_time', 'ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name'],
  ...['form_id', 'form_name', 'is_organic', 'platform'],
];
const metasValues = [
  ...['l:428', '2026-09-12T15:05:13-05:00', 'ag:120', 'Ad', 'as:121', 'Set', 'c:122', 'Spring'],
  ...['f:201', 'Form', 'false', 'ig'],
];

describe("an export of Meta's lead forms", () => {
  it('is sent with its prefixes removed, its questions as answers, and its origin', async () => {
    const columns = [
      ...metasOrigin,
      ...[
        'when_were_you_hurt?',
        'email',
        'full_name',
        'phone_number',
        'city',
        'state',
        'zip_code',
        'lead_status',
      ],
    ];
    const cells = [
      'last_month',
      'a@example.com',
      'Ada  van Dyk',
      'p:+14155550132',
      'Oakland',
      'CA',
      'z:01960',
      'CREATED',
    ];
    const [row] = await rowsOf(columns, [...metasValues, ...cells]);
    expect(row?.problems).toEqual([]);
    expect(row?.fields).toEqual({
      firstName: 'Ada',
      lastName: 'van Dyk',
      email: 'a@example.com',
      phone: '+14155550132',
      'address.city': 'Oakland',
      'address.state': 'CA',
      'address.zip': '01960',
      'questionnaire.when_were_you_hurt': 'last_month',
      'attribution.params.lead_id': '428',
      'attribution.params.created_time': '2026-09-12T15:05:13-05:00',
      'attribution.params.ad_id': '120',
      'attribution.params.ad_name': 'Ad',
      'attribution.params.adset_id': '121',
      'attribution.params.adset_name': 'Set',
      'attribution.params.campaign_id': '122',
      'attribution.params.campaign_name': 'Spring',
      'attribution.params.form_id': '201',
      'attribution.params.form_name': 'Form',
      'attribution.params.is_organic': 'false',
      'attribution.params.platform': 'ig',
    });
  });

  it('may have first and last names, other questions with the same words, and columns of the interface', async () => {
    const [row] = await rowsOf(
      [
        'created_time',
        'first_name',
        'last_name',
        'work_email',
        'phone',
        'how old?',
        'How old?!',
        '¿?',
        'notes',
      ],
      ['2026-09-12', 'Ada', 'Lee', 'a@example.com', 'p:+14155550132', '7', '8', '9', 'x'],
    );
    expect(row?.fields).toEqual({
      'attribution.params.created_time': '2026-09-12',
      firstName: 'Ada',
      lastName: 'Lee',
      email: 'a@example.com',
      phone: '+14155550132',
      'questionnaire.how_old': '7',
      'questionnaire.how_old_2': '8',
      'questionnaire.question_8': '9',
      notes: 'x',
    });
  });

  it('may be in another language, and have an address for work beside the other', async () => {
    const [row] = await rowsOf(
      ['created_time', 'form_id', 'nombre_completo', 'número_de_teléfono', 'work_email', 'email', 'qué_pasó'],
      ['2026-09-12', 'f:1', 'Ada Ruiz Paz', 'p:+34600000000', 'w@example.com', 'a@example.com', 'nada'],
    );
    expect(row?.fields).toEqual({
      'attribution.params.created_time': '2026-09-12',
      'attribution.params.form_id': '1',
      firstName: 'Ada',
      lastName: 'Ruiz Paz',
      phone: '+34600000000',
      email: 'a@example.com',
      'questionnaire.work_email': 'w@example.com',
      'questionnaire.que_paso': 'nada',
    });
  });

  it("is refused where a row is Meta's own test", async () => {
    const dummy = '<test lead: dummy data for full_name>';
    const [row] = await rowsOf([...metasOrigin, 'full_name'], [...metasValues, dummy]);
    expect(row?.problems).toEqual(['row: is a test lead that the ad platform made']);
  });

  it('is the same row when its status has changed meanwhile', async () => {
    const columns = [...metasOrigin, 'email', 'lead_status', 'inbox_url'];
    const [before, after] = await rowsOf(
      columns,
      [...metasValues, 'a@example.com', 'CREATED', ''],
      [...metasValues, 'a@example.com', 'complete', 'https://business.facebook.com/x'],
    );
    expect(after?.fields).toEqual(before?.fields);
  });
});

describe("an export of Google's lead forms", () => {
  it.each([
    [['Full Name', 'User Email', 'User Phone', 'GCLID', 'Campaign ID', 'Lead ID', 'Job title']],
    [['FULL_NAME', 'EMAIL', 'PHONE_NUMBER', 'gcl_id', 'campaign_id', 'lead_id', 'JOB_TITLE']],
    [['Full name', 'Email', 'Phone number', 'Google Click ID', 'Campaign ID', 'Lead ID', 'Job Title']],
  ])('is sent with its names in any spelling: %j', async (columns) => {
    const [row] = await rowsOf(columns, [
      'Ada Lee',
      'a@example.com',
      '+14155550132',
      'Cj0',
      '77',
      '88',
      'CEO',
    ]);
    expect(row?.fields).toEqual({
      firstName: 'Ada',
      lastName: 'Lee',
      email: 'a@example.com',
      phone: '+14155550132',
      'attribution.params.gclid': 'Cj0',
      'attribution.params.campaign_id': '77',
      'attribution.params.lead_id': '88',
      'questionnaire.job_title': 'CEO',
    });
  });
});

describe('any other file', () => {
  it.each([
    [['firstName', 'lastName', 'email', 'phone', 'gclid'], 'attribution.params.gclid'],
    [['first_name', 'last_name', 'email', 'phone_number'], 'firstName'],
    [['Full Name', 'Email', 'Phone Number'], 'phone'],
    [['id', 'firstName', 'Surname'], 'lastName'],
  ])(
    'is not taken for an export, so that a mistyped column is not sent as an answer: %j',
    async (columns, suggested) => {
      await expect(rowsOf(columns, columns)).rejects.toThrow(`did you mean ${suggested}`);
    },
  );
});
