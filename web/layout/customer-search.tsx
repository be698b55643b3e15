import type { ReactNode } from 'react';
import { Field } from '#web/ui/field.tsx';

type Props = {
  /** The page that shows the results. */
  action: string;
  q: string;
  /** What else can be done here. */
  children: ReactNode;
};

/** A plain GET form: the URL holds the search. */
export function CustomerSearch({ action, q, children }: Props) {
  return (
    <search>
      <form className="customers-form" action={action} method="get" key={q}>
        <Field
          label="Name, company, email or phone"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          defaultValue={q}
        />
        <button className="button button-gold" type="submit">
          Search
        </button>
        {children}
      </form>
    </search>
  );
}
