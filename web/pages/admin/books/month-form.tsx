import type { ReactNode } from 'react';
import { formatMonth, listMonths } from '#contracts/book-types.ts';
import { FieldFrame } from '#web/ui/field.tsx';

type Props = {
  action: string;
  month: string;
  first: string;
  last: string;
  /** Says more about a month, such as that it is closed. */
  describe?(month: string): string;
  /** More fields. */
  children?: ReactNode;
};

/** A plain GET form: the URL holds the month. */
export function MonthForm({ action, month, first, last, describe = formatMonth, children }: Props) {
  const months = listMonths(first < month ? first : month, last > month ? last : month);
  return (
    <form className="books-form" action={action} method="get" key={`${month} ${months.length}`}>
      <FieldFrame label="Month">
        {(control) => (
          <select className="field-input" name="month" defaultValue={month} {...control}>
            {months.map((each) => (
              <option key={each} value={each}>
                {describe(each)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {children}
      <button className="button" type="submit">
        Show
      </button>
    </form>
  );
}
