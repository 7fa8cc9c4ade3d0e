import type { Status } from '../../base/status/read-status.ts';
import { escapeText } from './status-page.ts';

/** How many entries a reader gets: the newest. */
const maxEntries = 50;

/** Returns the Atom feed of what was said about incidents, newest first. */
export function renderStatusFeed({ incidents }: Status, publicOrigin: string): string {
  const page = `${publicOrigin}/status`;
  const entries = incidents
    .flatMap(({ id: incidentId, title, entries: said }) => said.map((one) => ({ ...one, incidentId, title })))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, maxEntries);
  const items = entries.map(
    ({ id, incidentId, title, text, at }) => `<entry>
<id>urn:uuid:${id}</id>
<title>${escapeText(title)}</title>
<updated>${at.toISOString()}</updated>
<link href="${page}#i-${incidentId}"/>
<content type="text">${escapeText(text)}</content>
</entry>
`,
  );
  // Of a feed without entries nothing has changed since the first day.
  const updated = entries[0]?.at ?? new Date(0);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${page}</id>
<title>Picksync status</title>
<updated>${updated.toISOString()}</updated>
<author><name>Picksync</name></author>
<link rel="self" href="${page}/feed"/>
<link href="${page}"/>
${items.join('')}</feed>
`;
}
