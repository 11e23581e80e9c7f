/** The place of toasts; rendered once, in the frame. */
import * as Toast from '@radix-ui/react-toast';
import { Icon } from './icon.js';
import { removeToast, useMessages } from './toast.js';

const STAYS_MS = 6_000;

export default function Toasts() {
  const messages = useMessages();
  return (
    <Toast.Provider label="Message" duration={STAYS_MS}>
      {messages.map(({ id, tone, text }) => (
        <Toast.Root
          key={id}
          className={`toast ${tone}`}
          type={tone === 'bad' ? 'foreground' : 'background'}
          {...(tone === 'bad' && { duration: Infinity })}
          onOpenChange={() => removeToast(id)}
        >
          <Toast.Description>{text}</Toast.Description>
          <Toast.Close className="button plain small icon" aria-label="Close message">
            <Icon name="close" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}
