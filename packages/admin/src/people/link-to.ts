/** A link to a page of the dashboard. Its token stands after the #, which a browser sends to no server. */
export function linkTo(page: string, token: string, dashboardUrl = ''): string {
  return `${dashboardUrl.replace(/\/+$/, '')}${page}#${token}`;
}
