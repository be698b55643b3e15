import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { fillCart } from '#web/cart/cart.ts';

/** Puts the same pounds of the same hops into the cart. */
export function OrderAgain({ lines }: Pick<Order, 'lines'>) {
  const fill = () => fillCart(lines.map(({ product_id, pounds }) => ({ id: product_id, pounds })));
  return (
    <a className="button" href={pagePaths.placeOrder} onClick={fill}>
      Order again
    </a>
  );
}
