import type { Lot } from '#contracts/lots.ts';

type Props = { hop: string; lot: Pick<Lot, 'number' | 'certificate_url'>; label: string };

export function CertificateLink({ hop, lot, label }: Props) {
  const fileName = `${hop} lot ${lot.number}.pdf`.replaceAll('/', '-');
  return (
    lot.certificate_url && (
      <a className="text-link" href={lot.certificate_url} download={fileName}>
        {label}
      </a>
    )
  );
}
