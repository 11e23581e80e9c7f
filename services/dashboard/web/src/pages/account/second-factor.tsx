/** The second factor of one's own account: set it up, make new recovery codes, turn it off. */
import type { adminRenewRecoveryCodes } from '@sluice/contracts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { queryClient } from '../../api/queries.js';
import { loadSession } from '../../api/session.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ask } from '../../components/confirm.js';
import { FormText } from '../../components/form-fields.js';
import { requiredText } from '../../components/form-texts.js';
import { Panel } from '../../components/panel.js';
import { changeMe } from './me.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUp } from './set-up.js';

/** Few enough that a person should make new ones. */
const FEW = 3;

/** `recoveryCodes` is how many are left; null without a second factor. */
export function SecondFactor({ recoveryCodes: left }: { readonly recoveryCodes: number | null }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => {
    setCodes(undefined);
    void queryClient.invalidateQueries();
  };
  return (
    <>
      {left === null ? <None onCodes={setCodes} /> : <IsOn left={left} onCodes={setCodes} />}
      {/* Whatever loads meanwhile: they are shown once. */}
      {codes && <RecoveryCodes codes={codes} onClose={close} />}
    </>
  );
}

interface PanelProps {
  /** Shows new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
}

function None({ onCodes }: PanelProps) {
  return (
    <Panel title="Second factor">
      <p>With it, a login needs a code of your phone besides the password.</p>
      <SetUp onCodes={onCodes} />
    </Panel>
  );
}

function IsOn({ left, onCodes }: PanelProps & { readonly left: number }) {
  return (
    <Panel
      title="Second factor"
      actions={
        <>
          <Button onClick={() => makeNewCodes(onCodes)}>New recovery codes</Button>
          <Button danger onClick={turnOff}>
            Turn off
          </Button>
        </>
      }
    >
      <p>
        <Badge tone="good">on</Badge> A login needs a code of your authenticator app, or a recovery code.
      </p>
      <p className={left < FEW ? 'notice warn' : 'quiet'}>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left < FEW && ' Make new ones before they run out.'}
      </p>
    </Panel>
  );
}

const codeField = (
  <FormText
    name="code"
    label="Code of your authenticator app, or a recovery code"
    autoComplete="one-time-code"
    required
  />
);

function makeNewCodes(show: (codes: readonly string[]) => void): void {
  ask({
    title: 'New recovery codes',
    what: 'Ten new codes, which are shown once. Those that you have now are no longer valid.',
    does: 'Make new codes',
    schema: z.object({ code: requiredText('Type a code.') }),
    initial: { code: '' },
    fields: codeField,
    run: async (body) => {
      const path = '/second-factor/recovery-codes';
      show((await changeMe<typeof adminRenewRecoveryCodes>(path, body)).recoveryCodes);
    },
  });
}

function turnOff(): void {
  ask({
    title: 'Turn off the second factor',
    what: 'Your password alone then lets you in; where a second factor is required, you set up another before anything else. The recovery codes are void. A mail tells you so.',
    does: 'Turn off',
    danger: true,
    schema: z.object({
      password: z.string().check(z.minLength(1, 'Type your password.')),
      code: requiredText('Type a code.'),
    }),
    initial: { password: '', code: '' },
    fields: (
      <>
        <FormText name="password" label="Password" type="password" autoComplete="current-password" required />
        {codeField}
      </>
    ),
    run: async (body) => {
      await changeMe('/second-factor/remove', body);
      // Where one is required, the only page from now on is that which sets it up.
      await loadSession();
    },
  });
}
