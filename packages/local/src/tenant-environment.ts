/** The variables that a tenant file may refer to under `npm start`: the person's own, with the demo's as defaults. */

/** Under `npm start` outbound calls may reach this machine by default, because the demo buyer runs on it. */
export function outboundAllow(env: NodeJS.ProcessEnv): string {
  return env['OUTBOUND_ALLOW'] ?? '127.0.0.0/8,::1/128';
}

/**
 * Adds the demo tenant's variables to the environment without overwriting any. A platform without a token is pointed at
 * the demo buyer, so that a demonstration never calls a real platform; so is DocuSeal without a key.
 */
export function tenantEnvironment(env: NodeJS.ProcessEnv, sinkUrl: string): NodeJS.ProcessEnv {
  const completed: NodeJS.ProcessEnv = {
    ...env,
    SINK_URL: env['SINK_URL'] || sinkUrl,
    OUTBOUND_ALLOW: outboundAllow(env),
    ...mailboxOf(env['SINK_URL'] || sinkUrl, env),
  };
  for (const platform of ['META', 'TIKTOK']) {
    if (env[`${platform}_TOKEN`]) continue;
    completed[`${platform}_TOKEN`] = 'demo-token';
    completed[`${platform}_BASE_URL`] = env[`${platform}_BASE_URL`] || sinkUrl;
  }
  if (!env['DOCUSEAL_KEY'])
    completed['DOCUSEAL_BASE_URL'] = env['DOCUSEAL_BASE_URL'] || `${sinkUrl}/docuseal`;
  return completed;
}

// The demo buyer's mailbox: 25 above its port.
function mailboxOf(sinkUrl: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { hostname, port } = new URL(sinkUrl);
  return {
    MAILBOX_HOST: env['MAILBOX_HOST'] || hostname,
    MAILBOX_PORT: env['MAILBOX_PORT'] || String(Number(port || 80) + 25),
  };
}
