const path = '/api/smartsheet/callbacks/';

/** Where callbacks of a webhook go. It carries our own id, because the address is needed before Smartsheet gives its. */
export function callbackUrlOf(base: string, webhookId: string): string {
  return `${base}${path}${webhookId}`;
}

/** Our own id in the callback address of a webhook that this installation made; null for anybody else's. */
export function webhookIdIn(base: string, callbackUrl: string): string | null {
  return callbackUrl.startsWith(`${base}${path}`) ? callbackUrl.slice(base.length + path.length) : null;
}
