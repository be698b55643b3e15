import { useState } from 'react';
import { delivery } from '#content/delivery.ts';
import type { ProductWithLot } from '#contracts/catalog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { describeStock, formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { CertificateLink } from '#web/layout/certificate-link.tsx';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { AddToOrder } from '#web/ordering/add-to-order.tsx';
import { NoscriptNotice } from '#web/ordering/noscript-notice.tsx';
import { OrderBar } from '#web/ordering/order-bar.tsx';
import { OrderButton, OrderModal } from '#web/ordering/order-button.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Analysis } from './analysis.tsx';
import { BackInStock } from './back-in-stock.tsx';
import { LotDetails } from './lot-details.tsx';
import { LotsOnSale } from './lots-on-sale.tsx';
import '#web/ordering/buy-buttons.css';
import '#web/ordering/order-bar.css';
import '#web/ui/field.css';
import '#web/ui/stepper.css';
import { useFarm } from '#web/session/client-config.ts';
import './product-page.css';

type Props = { product: QueryState<ResponseOf<'GET /api/products/:slug'>> };

export function headFor({ product }: Props): Head {
  if (product.is !== 'ready') return { title: 'Our Products' };
  const { name, aromas, description, image_url } = product.data.data;
  return {
    title: `${name} hops`,
    description: `${name}: ${aromas}. ${description}`.trim(),
    picture: image_url ?? undefined,
  };
}

export function Page({ product }: Props) {
  return (
    <>
      <div className="slim-banner">
        <div className="wrap">
          <p className="slim-banner-title">Our Products</p>
          <a className="text-link" href={pagePaths.products}>
            All products
          </a>
        </div>
      </div>
      <AsyncView state={product} loading="Loading products..." skeleton={<ProductSkeleton />} inset>
        {({ data }) => <ProductDetails product={data} />}
      </AsyncView>
    </>
  );
}

function ProductDetails({ product }: { product: ProductWithLot }) {
  const { low_stock } = useFarm();
  const [ordering, setOrdering] = useState(false);
  return (
    <>
      <div className="product wrap">
        <div className="product-picture">
          <ProductPicture
            product={product}
            sizes="(max-width: 699px) 100vw, (max-width: 1440px) 55vw, 760px"
            eager="first"
          />
        </div>
        <div className="product-text">
          <h1>{product.name}</h1>
          <p className="product-type">{product.type}</p>
          <p className="product-aromas">Aromas: {product.aromas}</p>
          <p className="product-price">
            ${formatDollars(product.price)} <small>per lb</small>
          </p>
          {product.tiers.length > 0 && <PriceTiers tiers={product.tiers} />}
          <p className={product.stock < low_stock ? 'low-stock' : undefined}>
            {describeStock(product.stock, low_stock, Boolean(product.lot) && !product.lots_on_sale)}
          </p>
          {product.lot && <LotLine product={product} lot={product.lot} />}
          <NoscriptNotice />
          <div className="buy-buttons">
            <OrderButton product={product} onOrder={() => setOrdering(true)} />
            <AddToOrder product={product} />
          </div>
          {ordering && <OrderModal selection={{ product }} onClose={() => setOrdering(false)} />}
          {product.stock === 0 && <BackInStock product={product} />}
          {product.flavor && <p className="product-flavor">{product.flavor}.</p>}
          {product.description && <p>{product.description}</p>}
          {product.lots_on_sale && <LotsOnSale lots={product.lots_on_sale} />}
          <Analysis product={product} />
          <p className="product-bags">
            Packed in bags of {delivery.bagSizes}; other weights on request.{' '}
            <a href={pagePaths.faqs}>How we deliver and ship</a>. Brewing?{' '}
            <a href={`${pagePaths.brew}?add=${product.slug}~1~60`}>Work out the bitterness</a>. Planning ahead?{' '}
            <a href={pagePaths.harvest}>See what we pick next</a>.
          </p>
        </div>
        {product.lot && <LotDetails lot={product.lot} />}
      </div>
      <OrderBar products={[product]} />
    </>
  );
}

function PriceTiers({ tiers }: Pick<ProductWithLot, 'tiers'>) {
  return (
    <table className="price-tiers">
      <caption className="visually-hidden">Price by quantity</caption>
      <tbody>
        {tiers.map(({ from, price }) => (
          <tr key={from}>
            <th scope="row">{`From ${formatPounds(from)}`}</th>
            <td>{`$${formatDollars(price)} per lb`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LotLine({ product, lot }: { product: ProductWithLot; lot: NonNullable<ProductWithLot['lot']> }) {
  return (
    <p className="product-lot">
      Lot{' '}
      <a className="unbroken" href={pagePaths.lot(lot.number)}>
        {lot.number}
      </a>
      , harvest {lot.harvest_year}.{' '}
      {lot.certificate_url && <CertificateLink hop={product.name} lot={lot} label="Certificate (PDF)" />}
    </p>
  );
}

function ProductSkeleton() {
  return (
    <div className="product wrap">
      <div className="product-picture skeleton" />
      <div className="product-text">
        <div className="skeleton post-skeleton-title" />
        {['1', '2', '3', '4'].map((line) => (
          <div key={line} className="skeleton skeleton-line" />
        ))}
      </div>
    </div>
  );
}
