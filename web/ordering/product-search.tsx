import { useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** A plain GET form; `data-live` keeps the URL in sync while typing (see navigation.ts). */
export function ProductSearch({ search, action }: { search: string; action: string }) {
  const input = useRef<HTMLInputElement>(null);
  useSyncWithUrl(input, search);
  return (
    <search className="product-search">
      <form action={action} method="get" data-live>
        <button type="submit" aria-label="Search products">
          <Icon name="search" size={22} />
        </button>
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

/** Uncontrolled while typing, but follows the URL after Back or Clear. */
function useSyncWithUrl(input: React.RefObject<HTMLInputElement | null>, search: string) {
  useEffect(() => {
    const field = input.current;
    if (field && field.value.trim() !== search) field.value = search;
  }, [input, search]);
}
