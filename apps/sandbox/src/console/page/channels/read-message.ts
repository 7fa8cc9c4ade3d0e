import * as z from 'zod';
import type { ChannelPost } from '../contract.ts';

/** A message as people see it in the channel. */
type Message = { title: string; lines: string[]; links: { label: string; url: string }[] };

const text = z.object({ text: z.string() });
const slack = z.object({
  text: z.string().catch(''),
  blocks: z
    .array(
      z.object({
        type: z.string(),
        text: text.optional(),
        elements: z.array(z.object({ text, url: z.string() })).optional(),
      }),
    )
    .catch([]),
});
const teams = z.object({
  attachments: z.array(
    z.object({
      content: z.object({
        body: z.array(text),
        actions: z.array(z.object({ title: z.string(), url: z.string() })).catch([]),
      }),
    }),
  ),
});

/** Cards are written in Markdown, in which a backslash takes the meaning from the next character that is no letter or digit. */
function unescapeCard(written: string): string {
  return written.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

function readSlack(body: unknown): Message | null {
  const read = slack.safeParse(body);
  if (!read.success) return null;
  const { blocks } = read.data;
  const header = blocks.find(({ type }) => type === 'header')?.text?.text;
  return {
    title: header ?? read.data.text,
    lines: blocks.flatMap((block) => (block.type === 'section' && block.text ? [block.text.text] : [])),
    links: blocks.flatMap(({ elements = [] }) =>
      elements.map((one) => ({ label: one.text.text, url: one.url })),
    ),
  };
}

function readTeams(body: unknown): Message | null {
  const content = teams.safeParse(body).data?.attachments[0]?.content;
  if (!content) return null;
  const [title = '', ...lines] = content.body.map((block) => unescapeCard(block.text));
  return { title, lines, links: content.actions.map((one) => ({ label: one.title, url: one.url })) };
}

/** Returns what people see of a message; null when it is none. */
export function readMessage({ channel, body }: Pick<ChannelPost, 'channel' | 'body'>): Message | null {
  return channel === 'slack' ? readSlack(body) : readTeams(body);
}
