import { escapeHtml } from '../../base/escape-html.ts';

type Snippet = { language: string; code: string };

/** Returns the first call of a program in several languages, ready to run once the key is in the environment. */
export function listFirstCalls(origin: string): Snippet[] {
  return [
    {
      language: 'curl',
      code: `curl ${origin}/api/configurations \\
  -H "Authorization: Bearer $PICKSYNC_KEY"`,
    },
    {
      language: 'TypeScript',
      code: `const reply = await fetch('${origin}/api/configurations', {
  headers: { authorization: \`Bearer \${process.env.PICKSYNC_KEY}\` },
});
const automations = await reply.json();
console.log(automations);`,
    },
    {
      language: 'Python',
      code: `import os, requests

reply = requests.get(
    "${origin}/api/configurations",
    headers={"Authorization": f"Bearer {os.environ['PICKSYNC_KEY']}"},
    timeout=30,
)
automations = reply.json()
print(automations)`,
    },
  ];
}

/** Returns a piece of code under its language. It can be scrolled by keyboard. */
export function renderCode({ language, code }: Snippet): string {
  const name = escapeHtml(language);
  return `<figure class="code"><figcaption>${name}</figcaption><pre tabindex="0" role="region" aria-label="${name}">${escapeHtml(code)}</pre></figure>`;
}
