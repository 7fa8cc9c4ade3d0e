/**
 * Calls the sandbox and returns its JSON. Throws an Error with the sandbox's message.
 * @template [Reply=unknown]
 * @param {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Reply>}
 */
export async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The sandbox does not answer. Is it still running?');
  });
  const text = await response.text();
  const reply = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Error(reply?.message ?? `The sandbox answered ${response.status}.`);
  return reply;
}

/** @param {string} path */
export function sheetPath(path) {
  return `/api/console/sheets/${path}`;
}
