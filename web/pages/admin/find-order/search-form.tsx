import { statuses } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import type { Search } from './find-order-page.tsx';

/** A plain form: the address holds the search. */
export function SearchForm({ search }: { search: Search }) {
  const given = (name: string) => search.find((each) => each.name === name)?.value ?? '';
  return (
    <search>
      <form className="find-form" action={pagePaths.findOrder} method="get" key={JSON.stringify(search)}>
        <Field
          label="Name, e-mail, phone, order ID or payment ID"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          defaultValue={given('q')}
        />
        <FieldFrame label="Status">
          {(wiring) => (
            <select className="field-input" name="status" defaultValue={given('status')} {...wiring}>
              <option value="">Any</option>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {capitalize(status)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field label="From" type="date" name="from" defaultValue={given('from')} />
        <Field label="To" type="date" name="to" defaultValue={given('to')} />
        <div className="find-buttons">
          <button className="button button-gold" type="submit">
            Search
          </button>
          {search.length > 0 && (
            <a className="button" href={pagePaths.findOrder}>
              Clear
            </a>
          )}
        </div>
      </form>
    </search>
  );
}
