import { accountMail } from './account-mail.js';

const link = 'https://dashboard.example.com/invitation#demo.secret';

it('an invitation says who invites, to which tenant, with which role and for how long', () => {
  const facts = { by: 'Ada', role: 'manager', tenantName: 'Solar' } as const;
  const { subject, text } = accountMail({ mail: 'invitation', facts }, link);
  expect(subject).toBe('Invitation to Solar');
  expect(text).toBe(
    `Ada invites you to Solar with the role "manager".\n\n${link}\n\n` +
      'The link is valid for 7 days and works once. If you did not expect it, you need not do anything.\n',
  );
});

it("a tenant's name can neither add a header nor markup to a mail", () => {
  const facts = { tenantName: 'A\r\nBcc: x@example.com <b>' };
  const { subject, html } = accountMail({ mail: 'invitation', facts }, link);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<b>');
});

it('a mail for a new password has its link, and says that it is valid for 30 minutes', () => {
  const { text } = accountMail({ mail: 'password_reset', facts: {} }, link);
  expect(text).toContain(link);
  expect(text).toContain('30 minutes');
});

it.each(['password_changed', 'second_factor_removed'] as const)('a mail of %s leads nowhere', (mail) => {
  expect(accountMail({ mail, facts: {} }).text).not.toContain('://');
});
