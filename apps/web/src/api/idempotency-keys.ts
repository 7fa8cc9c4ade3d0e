/**
 * Returns what names a request so that the server answers it once, however often it is sent: the same body has the same key,
 * another one has a new key.
 */
export function createIdempotencyKeys(): (body: object) => string {
  let last = { body: '', key: '' };
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.body) last = { body: text, key: newKey() };
    return last.key;
  };
}

/** `crypto.randomUUID` is only there on https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
