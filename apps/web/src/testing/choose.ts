import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** A searchable select by its label. */
export const select = (label: string) => screen.findByRole('combobox', { name: label });

/** Opens a searchable select and answers the texts of what it offers. */
export const offered = async (label: string): Promise<(string | null)[]> => {
  await userEvent.click(await select(label));
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
};

/** Chooses in a searchable select, as soon as it offers the option. */
export const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(await select(label));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
