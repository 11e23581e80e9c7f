/** The hours of a week, by weekday. */
import { weekdays } from '@sluice/contracts/words';
import { Button } from '../components/button.js';
import { TextField } from '../components/field.js';
import { together } from '../components/submit.js';
import { Group, textOf, type ValueFieldProps } from './fields.js';
import { useProblem } from './problems.js';
import { isObject, type Item } from './values.js';

export function Hours(props: ValueFieldProps) {
  const { label, hint, problem, value, onValue, readOnly, name } = props;
  const entries = Array.isArray(value) ? (value as readonly Item[]) : [];
  const put = (next: readonly Item[]) => onValue(next);
  return (
    <Group label={label} hint={hint} problem={problem}>
      <p className="sentence" role="status">
        {entries.length === 0
          ? 'No hours: open at any time. With hours on one day, days without are closed.'
          : 'A day without hours is closed. Hours that end before they begin go past midnight.'}
      </p>
      {weekdays.map((day) => {
        const own = entries.flatMap((entry, index) => (isObject(entry) && isOn(entry, day) ? [index] : []));
        return (
          <div key={day} className="day">
            <strong>{day}</strong>
            {own.length === 0 && <span className="quiet">{entries.length === 0 ? 'open' : 'closed'}</span>}
            {own.map((index) => (
              <Interval
                key={index}
                name={`${name}.${index}`}
                day={day}
                readOnly={readOnly}
                entry={entries[index] ?? {}}
                onEntry={(next) => put(entries.map((each, at) => (at === index ? next : each)))}
                onRemove={() => put(entries.filter((_, at) => at !== index))}
              />
            ))}
            {!readOnly && (
              <Button
                small
                label={`Add hours on ${day}`}
                onClick={() => put([...entries, { day, startTime: '09:00', endTime: '17:00' }])}
              >
                Add hours
              </Button>
            )}
          </div>
        );
      })}
    </Group>
  );
}

// The server knows the days by their beginnings too.
function isOn({ day }: Item, weekday: string): boolean {
  return weekday.toLowerCase().startsWith(textOf(day).toLowerCase().slice(0, 3)) && textOf(day) !== '';
}

interface IntervalProps {
  readonly name: string;
  readonly day: string;
  readonly readOnly: boolean;
  readonly entry: Item;
  readonly onEntry: (next: Item) => void;
  readonly onRemove: () => void;
}

function Interval({ name, day, readOnly, entry, onEntry, onRemove }: IntervalProps) {
  const whole = useProblem(name);
  const starts = useProblem(`${name}.startTime`);
  const ends = useProblem(`${name}.endTime`);
  const isOff = entry['active'] === false;
  const time = (key: 'startTime' | 'endTime', label: string, problem: string | undefined, none: string) => (
    <TextField
      label={`${label} on ${day}`}
      disabled={readOnly}
      placeholder={none}
      problem={problem}
      value={textOf(entry[key])}
      onValue={(text) => onEntry({ ...entry, [key]: text === '' ? undefined : text })}
    />
  );
  return (
    <div className="interval">
      {time('startTime', 'From', together(starts, whole), '00:00')}
      {time('endTime', 'Until', ends, '24:00')}
      {isOff && <span className="quiet">switched off</span>}
      {!readOnly && (
        <Button
          small
          label={`Switch ${isOff ? 'on' : 'off'} hours on ${day}`}
          onClick={() => onEntry({ ...entry, active: isOff ? undefined : false })}
        >
          Switch {isOff ? 'on' : 'off'}
        </Button>
      )}
      {!readOnly && (
        <Button small label={`Remove hours on ${day}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}
