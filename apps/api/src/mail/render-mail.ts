/** What a mail says. The text and the HTML version are both made from it. */
export type MailContent = {
  subject: string;
  /** Shown by mail programs beside the subject. */
  preview: string;
  blocks: MailBlock[];
};

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'link'; label: string; url: string };

export type RenderedMail = { subject: string; text: string; html: string };

export function renderMail(content: MailContent): RenderedMail {
  return {
    subject: content.subject,
    text: `${content.blocks.map(asText).join('\n\n')}\n\n${signature}\n`,
    html: page(content),
  };
}

const signature = 'Picksync keeps dropdown columns in step with your sheets.';

function asText(block: MailBlock): string {
  if (block.kind === 'text') return block.text;
  return block.kind === 'code' ? `    ${block.code}` : `${block.label}: ${block.url}`;
}

function asHtml(block: MailBlock): string {
  if (block.kind === 'text') return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
  if (block.kind === 'code') {
    return `<p style="margin:0 0 16px;font:600 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(block.code)}</p>`;
  }
  const url = escapeHtml(block.url);
  return `<p style="margin:0 0 16px"><a href="${url}" style="color:#0f766e">${escapeHtml(block.label)}</a></p>`;
}

function page({ subject, preview, blocks }: MailContent) {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f7f7;color:#1c2526;font:16px/1.5 Inter,Segoe UI,Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div style="max-width:480px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-weight:600">Picksync</p>
${blocks.map(asHtml).join('\n')}
<p style="margin:24px 0 0;color:#5b6769;font-size:13px">${signature}</p>
</div>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
