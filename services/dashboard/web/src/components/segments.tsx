/** A choice among a few values that takes effect at once, e.g. hour, day, week. */
import * as ToggleGroup from '@radix-ui/react-toggle-group';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

export function Segments<Value extends string>({ label, value, onValue, options }: SegmentsProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      className="segments"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        // Pressing the chosen one again chooses none, which is no choice here.
        const known = options.find((option) => option.value === chosen);
        if (known) onValue(known.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
