const path = '/api/smartsheet/callbacks/';

/** Returns the callback address of a webhook. It holds our id, because it is needed before Smartsheet assigns one. */
export function callbackUrlOf(base: string, webhookId: string): string {
  return `${base}${path}${webhookId}`;
}

/** Returns our id from a callback address of this installation; null for any other address. */
export function webhookIdIn(base: string, callbackUrl: string): string | null {
  return callbackUrl.startsWith(`${base}${path}`) ? callbackUrl.slice(base.length + path.length) : null;
}
