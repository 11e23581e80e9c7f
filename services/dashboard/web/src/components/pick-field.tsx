/**
 * A field whose value is picked from a list that is searched as one types: a combobox of the WAI-ARIA pattern. What
 * matches is found by its owner. Its chunk is loaded with the pages that need it.
 */
import { useCombobox } from 'downshift';
import { useState, type ChangeEvent } from 'react';
import '../design/components/pick-field.css';
import { Field, type FieldProps, type Option } from './field.js';
import { Icon } from './icon.js';

export interface PickFieldProps extends FieldProps {
  /** What is picked, with their labels. */
  readonly picked: readonly Option[];
  readonly onPicked: (values: readonly string[]) => void;
  /** Whether several can be picked. */
  readonly many?: boolean | undefined;
  /** Shown while nothing is picked; offered as a choice of its own if nothing may be picked. */
  readonly none: string;
  readonly required?: boolean | undefined;
  /** The first matches of what is typed; undefined while they are looked for, so that none of before is picked. */
  readonly options: readonly Option[] | undefined;
  /** Whether there are more of them. */
  readonly hasMore: boolean;
  readonly onSearch: (text: string) => void;
}

const { InputBlur, InputChange, InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;

export function PickField({ label, hint, problem, many, picked, onPicked, ...props }: PickFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <>
          {many && picked.length > 0 && (
            <span className="picked">
              {picked.map(({ value, label: text }) => (
                <button
                  key={value}
                  type="button"
                  aria-label={`Remove ${text}`}
                  onClick={() => onPicked(picked.map((one) => one.value).filter((one) => one !== value))}
                >
                  {text} <span aria-hidden="true">×</span>
                </button>
              ))}
            </span>
          )}
          <Combobox
            {...props}
            label={label}
            control={control}
            shown={many ? '' : (picked[0]?.label ?? '')}
            staysOpen={many}
            isPicked={({ value }) => picked.some((one) => one.value === value)}
            onPick={({ value }) => {
              const others = many ? picked.map((one) => one.value).filter((one) => one !== value) : [];
              const isTaken = many && picked.some((one) => one.value === value);
              onPicked(value === '' ? [] : isTaken ? others : [...others, value]);
            }}
            onClear={() => !many && picked.length > 0 && onPicked([])}
          />
        </>
      )}
    </Field>
  );
}

interface ComboboxProps extends Pick<
  PickFieldProps,
  'none' | 'required' | 'options' | 'hasMore' | 'onSearch'
> {
  readonly label: string;
  readonly control: { readonly id: string };
  /** What the field says while nothing is typed. */
  readonly shown: string;
  readonly staysOpen: boolean | undefined;
  readonly isPicked: (option: Option) => boolean;
  readonly onPick: (option: Option) => void;
  readonly onClear: () => void;
}

function Combobox({ label, control, shown, none, required, options, hasMore, ...props }: ComboboxProps) {
  const { staysOpen, isPicked, onPick, onClear, onSearch } = props;
  const [typed, setTyped] = useState<string>();
  const found = options ?? [];
  const items = required || typed ? found : [{ value: '', label: none }, ...found];
  const type = (text: string | undefined) => {
    setTyped(text);
    onSearch(text ?? '');
  };
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Option>({
    items: [...items],
    inputId: control.id,
    itemToString: (item) => item?.label ?? '',
    inputValue: typed ?? shown,
    // What is picked is its owner's; here every pick is a new one.
    selectedItem: null,
    stateReducer: (state, { type: by, changes }) => {
      // What is typed proposes its first match; the list that opens proposes nothing.
      if (by === InputChange) return { ...changes, highlightedIndex: changes.inputValue ? 0 : -1 };
      // Only Enter and a click pick: who leaves after a pick would otherwise undo it.
      if (by === InputBlur) return { ...changes, selectedItem: null };
      // Nothing is found yet.
      if (by === InputKeyDownEnter && !options) return state;
      return staysOpen && (by === InputKeyDownEnter || by === ItemClick)
        ? { ...changes, isOpen: true, highlightedIndex: state.highlightedIndex }
        : changes;
    },
    onIsOpenChange: ({ isOpen: opens, type: by }) => {
      if (!opens) type(undefined);
      else if (by !== InputChange) onSearch('');
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem),
  });
  return (
    <div className="pick-field">
      <input
        {...control}
        {...getInputProps({
          'aria-labelledby': undefined,
          placeholder: none,
          onFocus: ({ currentTarget }) => currentTarget.select(),
          // At once: what is typed faster than the next rendering would be lost.
          onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
            type(value);
            if (value === '') onClear();
          },
        })}
        type="text"
        aria-required={required}
        spellCheck={false}
      />
      <Icon name="next" />
      <div className="options" hidden={!isOpen}>
        <ul {...getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}>
          {isOpen &&
            items.map((item, index) => (
              <li
                key={item.value}
                {...getItemProps({ item, index })}
                className={index === highlightedIndex ? 'highlighted' : undefined}
              >
                {item.label}
                {isPicked(item) && <span className="quiet"> picked</span>}
              </li>
            ))}
        </ul>
        <p className="quiet" aria-hidden="true">
          {isOpen && statusOf(options, hasMore)}
        </p>
      </div>
      {/* What appears only with the list is not read out. */}
      <span className="visually-hidden" role="status">
        {isOpen && `${options ? `${options.length} found. ` : ''}${statusOf(options, hasMore)}`}
      </span>
    </div>
  );
}

function statusOf(options: PickFieldProps['options'], hasMore: boolean): string {
  if (!options) return 'Searching…';
  if (hasMore) return 'Type to find others.';
  return options.length === 0 ? 'Nothing matches.' : '';
}
