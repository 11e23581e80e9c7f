/** One item in its form, or a new one, which may begin as the copy of another. */
import type { adminGetItem } from '@sluice/contracts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { PageHead } from '../../components/page-head.js';
import { Loaded } from '../../components/states.js';
import { OfTenant } from '../../frame/tenant.js';
import { draftOf } from '../../items/drafts.js';
import { ItemForm } from '../../items/item-form.js';
import { kindOf, mayWrite, type Kind } from '../../items/kinds.js';
import { itemSchema, useTenantSchema } from '../../items/schema.js';
import type { Item } from '../../items/values.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { ItemActions } from './item-actions.js';
import { UsedBy } from './used-by.js';
import '../../design/components/form.css';

export default function ItemPage() {
  const { section, id } = useParams();
  const kind = kindOf(section);
  const [{ copyOf }] = useAddress();
  if (!kind) return <NotFoundPage />;
  return (
    <OfTenant>
      {({ tenantId }) => {
        const key = draftOf(tenantId, kind.section, id, copyOf);
        const place = { kind, tenantId, key };
        if (id !== undefined) return <Saved {...place} id={id} />;
        return copyOf === undefined ? <New {...place} /> : <Copied {...place} copyOf={copyOf} />;
      }}
    </OfTenant>
  );
}

interface OfKind {
  readonly kind: Kind;
  readonly tenantId: string;
}

function Saved({ kind, tenantId, id }: OfKind & { readonly id: string }) {
  const answer = useAnswer<typeof adminGetItem>(
    pathTo`/admin/v1/tenants/${tenantId}/items/${kind.section}/${id}`,
  );
  const schema = useTenantSchema();
  const [isChanged, setIsChanged] = useState(false);
  const readOnly = !mayWrite(kind, tenantId);
  return (
    <Loaded from={answer}>
      {({ item, etag, archived, usedBy }) => (
        <Loaded from={schema}>
          {(file) => (
            <>
              <PageHead
                title={nameOf(item) ?? id}
                actions={
                  <ItemActions
                    kind={kind}
                    tenantId={tenantId}
                    id={id}
                    item={item}
                    etag={etag}
                    isArchived={archived}
                    isChanged={isChanged}
                  />
                }
              >
                {kind.section === 'tenant' ? 'The settings of the tenant' : `${kind.one} ${id}`}
                {readOnly && '. Your role reads it and does not change it'}.
              </PageHead>
              {archived && (
                <div className="notice warn">
                  It is archived: {kind.section === 'offers' ? 'its campaigns go on' : 'nothing uses it'}.
                </div>
              )}
              <ItemForm
                kind={kind}
                tenantId={tenantId}
                id={id}
                loaded={{ item, etag }}
                schema={itemSchema(file, kind.section)}
                readOnly={readOnly}
                reload={answer.refetch}
                onChanged={setIsChanged}
              />
              <UsedBy tenantId={tenantId} usedBy={usedBy} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function New({ kind, tenantId, ...begun }: OfKind & { readonly start?: Item; readonly copyOf?: string }) {
  const schema = useTenantSchema();
  if (kind.section === 'tenant' || !mayWrite(kind, tenantId)) return <NotFoundPage />;
  return (
    <>
      <PageHead title={`New ${kind.one}`}>It is made when you save it.</PageHead>
      <Loaded from={schema}>
        {(file) => (
          <ItemForm
            kind={kind}
            tenantId={tenantId}
            id={undefined}
            loaded={undefined}
            {...begun}
            schema={itemSchema(file, kind.section)}
            readOnly={false}
            reload={() => Promise.resolve()}
            onChanged={() => undefined}
          />
        )}
      </Loaded>
    </>
  );
}

function Copied({ kind, tenantId, copyOf }: OfKind & { readonly copyOf: string }) {
  const answer = useAnswer<typeof adminGetItem>(
    pathTo`/admin/v1/tenants/${tenantId}/items/${kind.section}/${copyOf}`,
  );
  return (
    <Loaded from={answer}>
      {({ item, archived }) => {
        const { [kind.id]: _id, archived: _archived, ...rest } = item;
        const name = nameOf(rest) === undefined ? {} : { name: `${nameOf(rest)} (copy)` };
        // How a field is archived.
        const active = archived && kind.section === 'fieldLibrary' ? { active: undefined } : {};
        return (
          <New kind={kind} tenantId={tenantId} start={{ ...rest, ...name, ...active }} copyOf={copyOf} />
        );
      }}
    </Loaded>
  );
}

const nameOf = ({ name }: Item): string | undefined => (typeof name === 'string' ? name : undefined);
