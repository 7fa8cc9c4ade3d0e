import { SearchField, type SearchFieldProps } from './search-field.tsx';
import { useTypedSearch } from './use-typed-search.ts';

type SearchBoxProps = Omit<SearchFieldProps, 'text' | 'onType' | 'onClear'> & {
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
};

/** A field that searches once typing rests. */
export function SearchBox({ value, onSearch, ...field }: SearchBoxProps) {
  const { text, type, clear } = useTypedSearch(value, onSearch);
  return <SearchField {...field} text={text} onType={type} onClear={clear} />;
}
