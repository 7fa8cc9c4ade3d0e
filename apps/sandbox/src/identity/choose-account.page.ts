import { consentPage, decisionButtons, escapeHtml, personChoice } from '../console/consent-page.ts';
import type { Person } from './people.ts';
import type { Provider } from './provider.ts';

type Choosing = {
  provider: Provider;
  people: Person[];
  /** The app's registered name. */
  app: string;
  /** The form's action. Its query carries the authorize request. */
  action: string;
  /** Whom the app expects, by their address. */
  hint?: string;
  /** What is wrong with what was typed before. */
  problem?: string;
};

/** Returns the page on which a person chooses who they are at Google or Microsoft. */
export function chooseAccountPage({ provider, people, app, action, hint, problem }: Choosing): string {
  const hinted = people.find(({ email }) => email === hint);
  const isTyped = problem !== undefined || people.length === 0 || (hint !== undefined && !hinted);
  const chosen = isTyped ? undefined : (hinted ?? people[0]);
  const choices = people.map(({ id, name, email, note }) =>
    personChoice({
      name: 'person',
      value: id,
      label: name,
      caption: `${email} · ${note}`,
      isChecked: id === chosen?.id,
    }),
  );
  const typed = personChoice({
    name: 'person',
    value: 'typed',
    label: 'Another account',
    caption: 'with the address below',
    isChecked: isTyped,
  });
  return consentPage({
    title: `Sign in with ${provider.label}`,
    provider: provider.label,
    body: `<h1>Sign in with ${provider.label}</h1>
<p class="muted"><b>${escapeHtml(app)}</b> asks for your name and email address.</p>
<form method="post" action="${escapeHtml(action)}">
<fieldset><legend>Account</legend>${choices.join('')}${typed}</fieldset>
<div class="typed"><label class="field-label" for="email">Address</label><input class="input" id="email" name="email" type="email" autocomplete="off" placeholder="name@company.example"${hint === undefined || hinted ? '' : ` value="${escapeHtml(hint)}"`}${problem === undefined ? '' : ' aria-invalid="true" aria-describedby="email-problem"'}>
${problem === undefined ? '' : `<p class="problem" id="email-problem" role="alert">${escapeHtml(problem)}</p>`}
<label class="vouch"><input type="checkbox" name="verified" value="yes" checked>${provider.label} vouches for the address</label></div>
${decisionButtons}
</form>`,
  });
}

/** Returns the provider's own page for a request that it refuses. */
export function identityErrorPage(
  { label }: Provider,
  { title, lines }: { title: string; lines: string[] },
): string {
  const paragraphs = lines.map((line) => `<p class="muted">${escapeHtml(line)}</p>`);
  return consentPage({
    title,
    provider: label,
    body: `<h1>${escapeHtml(title)}</h1>${paragraphs.join('')}`,
  });
}

/** Returns a page that posts an answer to the app by itself. */
export function postAnswerPage({
  action,
  fields,
}: {
  action: string;
  fields: Record<string, string>;
}): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Working…</title></head>
<body onload="document.forms[0].submit()">
<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<noscript><button>Continue</button></noscript></form>
</body>
</html>
`;
}
