import { mergeLead } from './merge.js';
import { normaliseLead } from './normalise.js';

describe('mergeLead', () => {
  const existing = normaliseLead(
    {
      firstName: 'Ann',
      email: 'Ann@Example.com',
      phone: '(650) 555-1212',
      questionnaire: { injury: 'yes', city: 'Rome' },
      customFields: { a: 1 },
      attribution: { fbclid: 'old', source: 'x' },
    },
    [],
  );

  it('changes nothing when nothing is sent', () => {
    expect(mergeLead(existing, {}, [])).toEqual(existing);
    expect(mergeLead(existing, { firstName: undefined, questionnaire: {} }, [])).toEqual(existing);
  });

  it('merges answers and custom fields by key and replaces the rest', () => {
    const merged = mergeLead(
      existing,
      {
        firstName: 'Anna',
        questionnaire: { injury: 'no' },
        customFields: { b: 2 },
        attribution: { fbclid: 'new' },
      },
      [],
    );
    expect(merged).toEqual({
      ...existing,
      firstName: 'Anna',
      questionnaire: { injury: 'no', city: 'Rome' },
      customFields: { a: 1, b: 2 },
      attribution: { fbclid: 'new' },
    });
  });

  it('removes the as-sent form of a value that is replaced', () => {
    const renamed = mergeLead(existing, { firstName: ' Anna ' }, []);
    expect(renamed).toMatchObject({ firstName: 'Anna', asSent: { ...existing.asSent, firstName: ' Anna ' } });
    expect(mergeLead(renamed, { firstName: 'Eve' }, []).asSent).toEqual(existing.asSent);
    const merged = mergeLead(existing, { phone: '+16505551213' }, []);
    expect(merged).toMatchObject({
      phone: '+16505551213',
      phoneValid: true,
      asSent: { email: 'Ann@Example.com' },
    });
    expect(merged.asSent).not.toHaveProperty('phone');
  });

  it('parses an invalid number again once the country is known', () => {
    const unread = normaliseLead({ phone: '020 7946 0958' }, []);
    expect(unread.phoneValid).toBe(false);
    expect(mergeLead(unread, { country: 'GB' }, [])).toMatchObject({
      phone: '+442079460958',
      phoneValid: true,
    });
  });

  it('keeps a valid number when the country changes', () => {
    expect(mergeLead(existing, { country: 'GB' }, [])).toMatchObject({
      phone: '+16505551212',
      phoneValid: true,
    });
  });

  it('parses a new number in the country of the existing lead', () => {
    const british = normaliseLead({ country: 'GB' }, []);
    expect(mergeLead(british, { phone: '020 7946 0958' }, []).phone).toBe('+442079460958');
  });

  it('adds unmatched answers once when the same form is sent twice', () => {
    const form = { questionnaire: [{ question: 'Shoe size?', answer: '44' }] };
    const once = normaliseLead(form, []);
    expect(mergeLead(once, form, [])).toEqual(once);
  });
});
