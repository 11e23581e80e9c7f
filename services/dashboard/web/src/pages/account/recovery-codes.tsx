/** Recovery codes, shown once: to be copied, or saved as a file. */
import { Button } from '../../components/button.js';
import { Copied } from '../../components/copy.js';
import { Dialog } from '../../components/dialog.js';
import { download } from '../../components/download.js';
import '../../design/components/account.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const save = () =>
    download(
      'sluice-recovery-codes.txt',
      'text/plain',
      `Recovery codes of Sluice, each for one login\n\n${text}\n`,
    );
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <p>
        Each lets you in once, in place of a code of the app. Keep them where you will find them without your
        phone: they are not shown again.
      </p>
      <div className="recovery-codes">
        <Copied text={text} what="recovery codes" />
      </div>
      <div className="actions">
        <Button onClick={save}>Download as text</Button>
        <Button main onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </Dialog>
  );
}
