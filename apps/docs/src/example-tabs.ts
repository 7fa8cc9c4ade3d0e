/** What the languages of an example are called. */
const languages: Record<string, string> = {
  sh: 'curl',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
};

/** Says which language comes next; a tab says it too. */
const lead = /^(?:With|In) \w+:$/;

type Example = { code: HTMLElement; label: string; leads: HTMLElement[] };

/**
 * Shows examples that say the same in several languages as tabs. Without a script, and where the text is read elsewhere, they
 * stand one below another.
 */
export function showExampleTabs(): void {
  let run: Example[] = [];
  const end = () => {
    if (run.length > 1) drawTabs(run);
    run = [];
  };
  let leads: HTMLElement[] = [];
  for (const part of [...document.querySelectorAll<HTMLElement>('.sl-markdown-content > *')]) {
    const label = languages[part.querySelector('pre')?.dataset.language ?? ''];
    const isExample = part.matches('.expressive-code') && label !== undefined && leads.length > 0;
    if (isExample) run.push({ code: part, label, leads });
    else if (!lead.test(part.textContent.trim())) end();
    leads = lead.test(part.textContent.trim()) ? [part] : [];
  }
  end();
}

function drawTabs(examples: readonly Example[]): void {
  const list = document.createElement('div');
  list.role = 'tablist';
  list.ariaLabel = 'Language';
  list.className = 'example-tabs not-content';
  const tabs = examples.map(({ code, label }, place) => toTab(code, label, place));
  list.append(...tabs);
  list.addEventListener('keydown', (event) => {
    const next = followingTab(tabs, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  });
  for (const { leads } of examples) for (const part of leads) part.hidden = true;
  examples[0]?.code.before(list);
  choose(tabs, tabs[0]);
  for (const tab of tabs) tab.addEventListener('click', () => choose(tabs, tab));
}

function toTab(code: HTMLElement, label: string, place: number): HTMLButtonElement {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.role = 'tab';
  tab.textContent = label;
  tab.id = `example-${place}`;
  code.id = `example-${place}-code`;
  code.role = 'tabpanel';
  code.setAttribute('aria-labelledby', tab.id);
  tab.setAttribute('aria-controls', code.id);
  return tab;
}

function choose(tabs: readonly HTMLButtonElement[], chosen: HTMLButtonElement | undefined): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    const code = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (code) code.hidden = !isChosen;
  }
}

/** Returns the tab that a key leads to, going round at the ends. */
function followingTab(tabs: readonly HTMLButtonElement[], key: string): HTMLButtonElement | undefined {
  const at = tabs.findIndex((tab) => tab.matches(':focus'));
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(at - 1);
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  return undefined;
}
