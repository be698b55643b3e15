import type { ProductWithLot } from '#contracts/catalog.ts';

type Props = { product: ProductWithLot; lot: NonNullable<ProductWithLot['lot']>; label: string };

export function CertificateLink({ product, lot, label }: Props) {
  const fileName = `${product.name} lot ${lot.number}.pdf`.replaceAll('/', '-');
  return (
    lot.certificate_url && (
      <a className="text-link" href={lot.certificate_url} download={fileName}>
        {label}
      </a>
    )
  );
}
