export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the sandbox and returns its JSON. Throws an Error with the sandbox's message. */
export async function call<Reply = unknown>(method: Method, path: string, body?: unknown): Promise<Reply> {
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
