const path = '/api/smartsheet/callbacks/';

/** Where callbacks of a webhook go. It carries our own id, because the address is needed before Smartsheet gives its. */
export const callbackUrlOf = (base: string, webhookId: string): string => `${base}${path}${webhookId}`;

/** Our own id in the callback address of a webhook that this installation made; null for anybody else's. */
export const webhookIdIn = (base: string, callbackUrl: string): string | null =>
  callbackUrl.startsWith(`${base}${path}`) ? callbackUrl.slice(base.length + path.length) : null;
