/** A form that uploads a file of rows; nothing is done with it but what the page does. */
import { useState, type ReactNode } from 'react';
import { asProblem, Problem } from '../api/problem.js';
import { Button } from './button.js';
import { FileField, SelectField } from './field.js';

/** A file as operations take it. */
export interface Upload {
  /** Its bytes, as base64. */
  readonly file: string;
  readonly encoding?: string | undefined;
}

interface UploadFormProps {
  readonly label: string;
  /** The columns of the file. */
  readonly hint: ReactNode;
  /** The label of the button. */
  readonly does: string;
  /** Looks at the file; a rejection is shown here. */
  readonly onUpload: (upload: Upload) => Promise<unknown>;
  /** Another file or encoding was chosen. */
  readonly onOther: () => void;
}

const encodings = [
  { value: '', label: 'UTF-8 or UTF-16' },
  { value: 'windows-1252', label: 'Windows, Western Europe' },
  { value: 'windows-1250', label: 'Windows, Central Europe' },
  { value: 'iso-8859-15', label: 'ISO 8859-15' },
  { value: 'shift_jis', label: 'Shift JIS' },
];

export function UploadForm({ label, hint, does, onUpload, onOther }: UploadFormProps) {
  const [file, setFile] = useState<File>();
  const [encoding, setEncoding] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const other = () => {
    setProblem(undefined);
    onOther();
  };
  const upload = async () => {
    if (busy || !file) return;
    setBusy(true);
    other();
    try {
      await onUpload({ file: await base64Of(file), encoding: encoding || undefined });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void upload();
      }}
    >
      <div className="fields">
        <FileField
          label={label}
          hint={hint}
          accept=".csv,.txt,text/csv,text/plain"
          onFile={(chosen) => {
            setFile(chosen);
            other();
          }}
        />
        <SelectField
          label="Encoding"
          value={encoding}
          onValue={(chosen) => {
            setEncoding(chosen);
            other();
          }}
          options={encodings}
        />
      </div>
      {problem && (
        <div className="notice bad" role="alert">
          {[problem.message, ...problem.details].join(' · ')}
        </div>
      )}
      <div className="actions">
        <Button type="submit" main disabled={!file || busy}>
          {does}
        </Button>
      </div>
    </form>
  );
}

/** The server takes 4 MB, and base64 makes a file a third longer. */
const MOST_BYTES = 3_000_000;

async function base64Of(file: File): Promise<string> {
  if (file.size > MOST_BYTES) {
    const size = (file.size / 1e6).toFixed(1);
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `Request body is too large: the file has ${size} MB, and at most 3 MB are read. Split it.`,
    );
  }
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () =>
      reject(new Problem('VALIDATION_ERROR', 'The file cannot be read: choose it again.'));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}
