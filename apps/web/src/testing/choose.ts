import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Returns a searchable select by its label. */
export function select(label: string): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>('combobox', { name: label });
}

/** Returns what a searchable select shows: what is chosen, else its placeholder. */
export async function shownIn(label: string): Promise<string> {
  const { value, placeholder } = await select(label);
  return value || placeholder;
}

/** Opens a searchable select and returns what it offers, with why something cannot be chosen. */
export async function offered(label: string): Promise<(string | null)[]> {
  await userEvent.click(await select(label));
  const options = await screen.findAllByRole('option');
  return options.map((option) => {
    const label = document.getElementById(option.getAttribute('aria-labelledby') ?? '');
    return (label ?? option).textContent;
  });
}

/** Chooses in a searchable select, as soon as it offers the option. */
export async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(await select(label));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

/** Opens the options of an automation's form, and the line of one. */
export async function openOptions(line?: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Options/, expanded: false }));
  if (line) await openLine(line);
}

/** Opens the line of an option by its title, which closes the others. */
export async function openLine(title: string): Promise<void> {
  await userEvent.click(
    await screen.findByRole('button', { name: new RegExp(`^${title} `), expanded: false }),
  );
}
