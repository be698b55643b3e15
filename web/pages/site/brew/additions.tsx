import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ProductWithLot } from '#contracts/catalog.ts';
import { Addition } from './addition.tsx';
import { MAX_ADDITIONS, type TypedAddition } from './brew-state.ts';

type Props = {
  hops: ProductWithLot[];
  /** The farm's day. */
  today: string;
  additions: TypedAddition[];
  errors: Record<string, string>;
  weightUnit: string;
  /** The weight of the first addition, if it follows from the target; empty if it can't be worked out. */
  needed: string | undefined;
  onChange(additions: TypedAddition[]): void;
};

export function Additions({ additions, needed, onChange, ...shared }: Props) {
  const last = additions.at(-1);
  const list = useRef<HTMLFieldSetElement>(null);
  const adding = useRef<HTMLButtonElement>(null);

  function add(like: TypedAddition) {
    flushSync(() => onChange([...additions, { ...like, minutes: '5', alpha: '', lot: undefined }]));
    list.current?.querySelector<HTMLSelectElement>('.brew-addition:last-of-type select')?.focus();
  }
  function remove(index: number) {
    flushSync(() => onChange(additions.filter((_, at) => at !== index)));
    adding.current?.focus();
  }

  return (
    <fieldset ref={list} className="brew-additions">
      <legend>Hop additions</legend>
      {additions.map((addition, index) => (
        <Addition
          // biome-ignore lint/suspicious/noArrayIndexKey: additions have no identity but their place
          key={index}
          addition={addition}
          index={index}
          needed={index === 0 ? needed : undefined}
          onChange={(changed) => onChange(additions.map((each, at) => (at === index ? { ...each, ...changed } : each)))}
          onRemove={additions.length > 1 ? () => remove(index) : undefined}
          {...shared}
        />
      ))}
      {last && additions.length < MAX_ADDITIONS && (
        <button ref={adding} className="button" type="button" onClick={() => add(last)}>
          Add an addition
        </button>
      )}
    </fieldset>
  );
}
