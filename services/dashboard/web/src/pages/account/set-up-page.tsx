/** The only page of a person who has to set up a second factor first. */
import { useState } from 'react';
import { loadSession, logOut } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { BrandPanel } from '../login/brand-panel.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUp } from './set-up.js';

export default function SetUpPage() {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <BrandPanel title="Set up a second factor">
      <p>Your password alone is not enough here: add Sluice to an authenticator app on your phone.</p>
      <SetUp onCodes={setCodes} />
      {codes && <RecoveryCodes codes={codes} onClose={() => void loadSession()} />}
      <Button plain onClick={logOut}>
        Log out
      </Button>
    </BrandPanel>
  );
}
