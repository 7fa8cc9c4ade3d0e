import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SelectInput } from './select-input.tsx';

test('a select is chosen from by keyboard and pointer, and takes its width where it stands', async () => {
  const onChange = vi.fn();
  render(
    <SelectInput
      aria-label="Region"
      className="w-44"
      defaultValue="eu"
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="eu">Europe</option>
      <option value="us">United States</option>
    </SelectInput>,
  );
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Region' });
  await userEvent.tab();
  expect(document.activeElement).toBe(select);
  await userEvent.selectOptions(select, 'United States');
  expect(onChange).toHaveBeenCalledWith('us');
  expect(select.parentElement?.className).toContain('w-44');
});
