import type { Customer } from '#contracts/customers.ts';
import { farmDay, formatShortDay } from '#contracts/dates.ts';

type Props = {
  customers: Customer[];
  /** Where a customer leads to. */
  linkTo(id: number): string;
};

export function CustomerList({ customers, linkTo }: Props) {
  return (
    <ul className="customers-list">
      {customers.map(({ id, name, company, email, phone, last_order_at }) => (
        <li key={id}>
          <a href={linkTo(id)}>
            <b>{company || name}</b>
            {company && <span>{name}</span>}
          </a>
          <span className="customers-contact">
            <span>{email}</span>
            <span>{phone}</span>
          </span>
          <span className="admin-faint">
            {last_order_at ? `Last order ${formatShortDay(farmDay(last_order_at))}` : 'No orders yet'}
          </span>
        </li>
      ))}
    </ul>
  );
}
