import { useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** A plain form; while one types, `data-live` keeps the address in step with it (see navigation.ts). */
export function ProductSearch({ search, action }: { search: string; action: string }) {
  const input = useRef<HTMLInputElement>(null);
  useFollow(input, search);
  return (
    <search className="product-search">
      <form action={action} method="get" data-live>
        <Icon name="search" size={22} />
        <input
          ref={input}
          id="search"
          type="search"
          name="search"
          defaultValue={search}
          placeholder="Search by product name"
          aria-label="Search by product name"
          autoComplete="off"
          maxLength={100}
        />
      </form>
    </search>
  );
}

/** The field is the visitor's while they type; going back in history, or clearing, is not typing. */
function useFollow(input: React.RefObject<HTMLInputElement | null>, search: string) {
  useEffect(() => {
    const field = input.current;
    if (field && field.value.trim() !== search) field.value = search;
  }, [input, search]);
}
