/** A process that is frozen between two of its steps, as the operating system may do at any moment. */

type Method = (...args: unknown[]) => unknown;

/**
 * The `stores` of a process that is frozen just before its first call of `method` on a tenant's `store`. It continues
 * once `meanwhile` has resolved.
 */
export function frozenBefore<T extends object, S extends { readonly forTenant: (tenantId: string) => T }>(
  stores: S,
  store: keyof T,
  method: string,
  meanwhile: () => Promise<unknown>,
): S {
  let frozen = false;
  const slow = (target: object): object =>
    new Proxy(target, {
      get(of, name) {
        const member = Reflect.get(of, name) as Method;
        if (name !== method) return member.bind(of);
        return async (...args: unknown[]) => {
          if (!frozen) {
            frozen = true;
            await meanwhile();
          }
          return member.apply(of, args);
        };
      },
    });
  return {
    ...stores,
    forTenant: (tenantId: string) => {
      const mine = stores.forTenant(tenantId);
      return { ...mine, [store]: slow(mine[store] as object) };
    },
  };
}
