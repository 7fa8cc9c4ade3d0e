export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns a page that asks a person for permission in place of a provider's own; `body` is HTML. */
export function consentPage({
  title,
  body,
  provider,
}: {
  title: string;
  body: string;
  provider: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Picksync sandbox</title>
<link rel="icon" href="/console/logo.svg" type="image/svg+xml">
<script src="/console/theme.js"></script>
<link rel="stylesheet" href="/console/console.css">
</head>
<body>
<main class="consent">
<div class="brand"><img src="/console/logo.svg" alt="" width="22" height="22">Picksync sandbox</div>
<div class="consent-card">${body}</div>
<p class="caption">This page stands in for ${provider}’s own. Nothing leaves this machine.</p>
</main>
</body>
</html>
`;
}

/** Returns the page for a request that can be redirected nowhere. */
export function consentErrorPage({ message, provider }: { message: string; provider: string }): string {
  return consentPage({
    title: 'Cannot continue',
    body: `<h1>This app cannot ask for access</h1><p class="muted">${escapeHtml(message)}</p>`,
    provider,
  });
}

type Choice = { name: string; value: string; label: string; caption: string; isChecked: boolean };

/** Returns one row of the people to choose from. */
export function personChoice({ name, value, label, caption, isChecked }: Choice): string {
  const initials = label
    .split(' ')
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');
  return (
    `<label class="account"><input type="radio" name="${name}" value="${escapeHtml(value)}"${isChecked ? ' checked' : ''}>` +
    `<span class="initials" aria-hidden="true">${escapeHtml(initials)}</span>` +
    `<span class="clip">${escapeHtml(label)}` +
    `<span class="caption clip">${escapeHtml(caption)}</span></span></label>`
  );
}

export const decisionButtons =
  '<div class="decision"><button class="button primary" name="decision" value="allow">Allow</button><button class="button" name="decision" value="deny">Deny</button></div>';
