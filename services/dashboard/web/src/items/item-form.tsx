/** The form of one item: what is typed is kept in the tab until it is saved or discarded, and the server has the last word. */
import type { adminSaveItem } from '@sluice/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { call } from '../api/call.js';
import { asProblem } from '../api/problem.js';
import { useChange } from '../api/queries.js';
import { pathTo } from '../api/request.js';
import { may } from '../api/session.js';
import { Button } from '../components/button.js';
import { confirm } from '../components/confirm.js';
import { toastGood } from '../components/toast.js';
import { TryPanel } from '../components/try/try-panel.js';
import { Conflict } from './conflict.js';
import {
  draftOf,
  forgetDraft,
  keepDraft,
  keptDraft,
  type Draft,
  type Kept,
  type LoadedItem,
} from './drafts.js';
import { EndpointTry } from './endpoint/endpoint-try.js';
import { linesToChoose, PasteExample, withExample, type ReadExample } from './endpoint/paste-example.js';
import { FormParts } from './form-parts.js';
import type { Kind } from './kinds.js';
import { useLeaving } from './leaving.js';
import { problemStore, useOtherProblems, WithProblems } from './problems.js';
import type { Node } from './schema.js';
import { UnsetSecrets } from './unset-secrets.js';
import { Preview } from './preview.js';
import { isSame, merged, tidied, type Item } from './values.js';

interface ItemFormProps {
  readonly kind: Kind;
  readonly tenantId: string;
  /** Undefined for a new one. */
  readonly id: string | undefined;
  /** The item as it is; undefined for a new one. */
  readonly loaded: LoadedItem | undefined;
  /** What a new one begins with. */
  readonly start?: Item | undefined;
  /** The item that `start` is a copy of. */
  readonly copyOf?: string | undefined;
  readonly schema: Node;
  readonly readOnly: boolean;
  /** Loads the item again. */
  readonly reload: () => Promise<unknown>;
  readonly onChanged: (isChanged: boolean) => void;
}

export function ItemForm(props: ItemFormProps) {
  const { kind, tenantId, id, loaded, start = {}, copyOf, schema, readOnly, reload, onChanged } = props;
  // Until its page opens, a new one that is saved is still here.
  const [savedAs, setSavedAs] = useState<string>();
  const of = draftOf(tenantId, kind.section, id ?? savedAs, copyOf);
  const asLoaded = (): Draft => ({
    basedOn: loaded?.etag ?? null,
    was: loaded?.item ?? {},
    item: loaded?.item ?? start,
  });
  const [draft, setDraft] = useState<Draft>(() => (readOnly ? undefined : keptDraft(of)) ?? asLoaded());
  // The etags that were saved over here. One that is loaded still says nothing new.
  const [replaced, setReplaced] = useState<readonly (string | null)[]>([]);
  const [problems] = useState(problemStore);
  const [message, setMessage] = useState<string>();
  const [isTrying, setIsTrying] = useState(false);
  const [isKept, setIsKept] = useState<Kept>('all');
  const [example, setExample] = useState<ReadExample>();
  const filled = useMemo(() => Object.keys(example?.item ?? {}), [example]);
  const item = useMemo(() => tidied(draft.item, draft.was) as Item, [draft]);
  const isChanged = !isSame(item, draft.was);
  const isBehind = loaded !== undefined && replaced.includes(loaded.etag);
  if (loaded && !isBehind && replaced.length > 0) setReplaced([]);
  const isOther = loaded !== undefined && !isBehind && loaded.etag !== draft.basedOn;
  // Nothing is typed that is not saved, maybe from here with an answer that was lost: what is saved is shown.
  if (isOther && (!isChanged || isSame(item, loaded.item))) setDraft(asLoaded());

  useEffect(() => {
    if (readOnly) return;
    if (isChanged) setIsKept(keepDraft(of, draft));
    else forgetDraft(of);
  }, [readOnly, isChanged, of, draft]);
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  useLeaving(isChanged && !readOnly);

  const navigate = useNavigate();
  const asked = id ?? (typeof item[kind.id] === 'string' ? (item[kind.id] as string) : '');
  const saving = useChange((sent: Item) => {
    const path = pathTo`/admin/v1/tenants/${tenantId}/items/${kind.section}/${asked}`;
    return call<typeof adminSaveItem>('PUT', path, { body: { item: sent, basedOn: draft.basedOn } });
  });
  const clear = () => {
    problems.setState({ lines: [] });
    setMessage(undefined);
  };
  const refuse = async (error: unknown) => {
    const { code, message: says, details } = asProblem(error);
    const isConflict = code === 'INVALID_STATE' && id !== undefined;
    problems.setState({ lines: isConflict ? [] : details });
    setMessage(isConflict ? [says, ...details].join(' · ') : says);
    if (!isConflict) return;
    setReplaced([]);
    await reload();
  };
  const save = async () => {
    clear();
    if (asked === '') return void problems.setState({ lines: [`${kind.id}: is required`] });
    try {
      const { etag, item: saved } = await saving.mutateAsync(item);
      forgetDraft(of);
      setSavedAs(asked);
      setReplaced([...replaced, draft.basedOn]);
      // What was typed meanwhile is a change of what is saved.
      setDraft((now) => ({ basedOn: etag, was: saved, item: merged(draft.item, now.item, saved) }));
      setExample(undefined);
      toastGood(`${asked} is saved.`);
      if (id === undefined)
        void navigate(pathTo`/items/${tenantId}/${kind.section}/${asked}`, { replace: true });
    } catch (error) {
      await refuse(error);
    }
  };
  const discard = () =>
    confirm({
      title: 'Discard the changes?',
      what: 'The form shows again what is saved. What was typed is gone.',
      does: 'Discard',
      danger: true,
      run: async () => {
        forgetDraft(of);
        setDraft(asLoaded());
        setExample(undefined);
        clear();
      },
    });
  const change = (to: (item: Item) => Item) => setDraft((before) => ({ ...before, item: to(before.item) }));
  const onItem = (next: Item) => change(() => next);
  const isEndpoint = kind.section === 'deliveryEndpoints';
  // An endpoint that may not be changed can be tried as it is.
  const mayTry = isEndpoint
    ? may('adminTryEndpoint', tenantId)
    : !readOnly && may('adminWhatIfLead', tenantId);
  const onExample = (read: ReadExample) => {
    clear();
    // The draft as it is by now: somebody may have typed while the example was read.
    change((now) => withExample(now, read, id === undefined));
    problems.setState({ lines: linesToChoose(read) });
    setExample(read);
  };
  const others = useOtherProblems(problems);
  const form = useRef<HTMLFormElement>(null);
  useFirstProblem(problems, form);

  return (
    <WithProblems store={problems}>
      {message !== undefined && (
        <div className="notice bad" role="alert">
          {[message, ...others].join(' · ')}
        </div>
      )}
      {isOther && isChanged && (
        <Conflict
          draft={draft}
          now={loaded}
          onMerged={(merged) => {
            setMessage(undefined);
            setDraft({ basedOn: loaded.etag, was: loaded.item, item: merged });
          }}
        />
      )}
      {isEndpoint && !readOnly && may('adminReadEndpointExample', tenantId) && (
        <PasteExample tenantId={tenantId} isOpen={id === undefined} read={example} onRead={onExample} />
      )}
      {!readOnly && (
        <UnsetSecrets
          tenantId={tenantId}
          item={draft.item}
          proposed={example?.secrets ?? []}
          onChange={change}
        />
      )}
      <form
        ref={form}
        noValidate
        className="stack item-form"
        aria-label={kind.one}
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.isPending) void save();
        }}
      >
        <FormParts
          kind={kind}
          schema={schema}
          tenantId={tenantId}
          readOnly={readOnly}
          isNew={id === undefined}
          item={draft.item}
          onItem={onItem}
          problems={problems}
          filled={filled}
        />
        {(!readOnly || mayTry) && (
          <div className="form-end">
            {!readOnly && (
              <>
                <Button type="submit" main disabled={saving.isPending || (isOther && isChanged)}>
                  Save
                </Button>
                <Preview
                  kind={kind}
                  tenantId={tenantId}
                  item={item}
                  basedOn={draft.basedOn}
                  onPassed={clear}
                  onRefused={refuse}
                />
              </>
            )}
            {mayTry && (
              <Button onClick={() => setIsTrying(!isTrying)}>{isTrying ? 'Close Try' : 'Try'}</Button>
            )}
            {isChanged && !readOnly && <Button onClick={discard}>Discard</Button>}
            <span className="quiet" role="status">
              {isChanged && keptInWords[isKept]}
            </span>
          </div>
        )}
      </form>
      {isTrying && isEndpoint && (
        <EndpointTry tenantId={tenantId} id={id} item={item} onBegin={clear} onRefused={refuse} />
      )}
      {isTrying && !isEndpoint && (
        <TryPanel
          tenantId={tenantId}
          campaignId={(kind.section === 'campaigns' && asked) || undefined}
          items={() => [{ section: kind.section, item }]}
        />
      )}
    </WithProblems>
  );
}

const keptInWords: Readonly<Record<Kept, string>> = {
  all: 'Changed. This tab keeps it until you save or discard it.',
  'without credentials':
    'Changed. This tab keeps it until you save or discard it. After a reload, type again what may be a key or a password.',
  'no room': 'Changed. It is too large for this tab to keep over a reload.',
};

/** Once something is wrong, the first field with a problem has the focus. */
function useFirstProblem(
  problems: ReturnType<typeof problemStore>,
  form: { current: HTMLElement | null },
): void {
  const lines = useStore(problems, (shown) => shown.lines);
  useEffect(() => {
    if (lines.length === 0) return undefined;
    // Its part opens first.
    const timer = setTimeout(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus(),
    );
    return () => clearTimeout(timer);
  }, [lines, form]);
}
