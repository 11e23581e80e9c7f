/** Where another tenant has what a page is about that names a tenant in its path: the list that the page's thing is of. */
export function placeOfOther(pathname: string, tenantId: string): string {
  const [, kind = '', , section = ''] = pathname.split('/');
  const tenant = encodeURIComponent(tenantId);
  if (kind !== 'items' && kind !== 'new') return `/${kind}?tenant=${tenant}`;
  // Settings are in no list.
  return `/items/${tenant}/${section}${section === 'tenant' ? `/${tenant}` : ''}`;
}
