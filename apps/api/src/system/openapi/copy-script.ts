/**
 * The script of the reference: a button at each piece of code that copies it. It adds the buttons itself, so there is none
 * where it does not run. Served as a file, because the content security policy allows no script in a page.
 */
export const copyScript = `for (const figure of document.querySelectorAll('.code')) {
  const code = figure.querySelector('pre');
  const caption = figure.querySelector('figcaption');
  if (!code || !caption || !navigator.clipboard) continue;
  const name = caption.textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy: ' + name);
  const said = document.createElement('span');
  said.className = 'said';
  said.setAttribute('role', 'status');
  let again;
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    );
    said.textContent = isCopied ? 'Copied' : 'Not copied. Select the text instead.';
    clearTimeout(again);
    again = setTimeout(() => {
      said.textContent = '';
    }, 3000);
  });
  caption.append(said, button);
}
`;
