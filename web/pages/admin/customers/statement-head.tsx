import type { Customer } from '#contracts/customers.ts';
import { farmDay, formatDay } from '#contracts/dates.ts';
import { addressLine } from '#contracts/farm.ts';
import { useFarm } from '#web/session/client-config.ts';

/** On paper only: a customer's page prints as their statement, without what only staff may read. */
export function StatementHead({ customer: { name, company, address } }: { customer: Customer }) {
  const farm = useFarm();
  return (
    <div className="statement-head">
      <p>
        <b>{farm.brand}</b>
        <br />
        {addressLine(farm)}
        <br />
        {farm.phone}
      </p>
      <h2>Statement, {formatDay(farmDay(new Date().toISOString()))}</h2>
      <p>
        <b>{company || name}</b>
        {company && (
          <>
            <br />
            {name}
          </>
        )}
        {address && (
          <>
            <br />
            {address}
          </>
        )}
      </p>
    </div>
  );
}
