import { problemsIn } from '../../test/problems-in.js';
import { createCampaignInputSchema } from './campaign/campaign.js';

const least = { name: 'Acme - Roundup', clientId: 'cli_acme', offerId: 'off_roundup' };

const problems = (fields: Record<string, unknown>) =>
  problemsIn(createCampaignInputSchema, { ...least, ...fields });

describe('pixel rules', () => {
  const rule = { triggerPoint: 'lead_qualified', pixelId: '1', platform: 'facebook', eventName: 'Lead' };

  it('accept the aliases of the platforms', () => {
    const read = createCampaignInputSchema.parse({ ...least, pixelRules: [{ ...rule, platform: 'Meta' }] });
    expect(read.pixelRules?.[0]?.platform).toBe('facebook');
  });

  it.each<[unknown[], string[]]>([
    [[rule, rule], []],
    [
      [
        { ...rule, id: 'a' },
        { ...rule, id: 'b' },
      ],
      [],
    ],
    [[{ ...rule, id: 'a' }, rule, { ...rule, id: 'a' }], ['pixelRules.2.id: is used by another rule']],
    [
      [{ ...rule, id: 'a/b' }],
      ['pixelRules.0.id: must be 1 to 64 letters, digits, hyphens, colons or underscores'],
    ],
    [[{ ...rule, platform: 'myspace' }], ['pixelRules.0.platform: must be one of facebook, tiktok']],
    [
      [{ ...rule, triggerPoint: 'lead_lost' }],
      [
        'pixelRules.0.triggerPoint: must be one of lead_submitted, lead_qualified, lead_delivered, lead_rejected, document_signed',
      ],
    ],
    [
      [{}],
      ['triggerPoint', 'pixelId', 'platform', 'eventName'].map(
        (field) => `pixelRules.0.${field}: is required`,
      ),
    ],
  ])('have the expected validation problems (case %#)', (pixelRules, reported) => {
    expect(problems({ pixelRules })).toEqual(reported);
  });
});
