import { lazy } from 'react';
import { formatNetWeight } from '#contracts/bag-labels.ts';
import { formatDay } from '#contracts/dates.ts';
import { formatPercent } from '#contracts/hop-format.ts';
import type { Label } from '#contracts/labels.ts';
import { useFarm } from '#web/session/client-config.ts';

const QrPicture = lazy(async () => ({ default: (await import('#web/ui/qr-picture.tsx')).QrPicture }));

export function BagLabel({ label: { order_id, hop, pounds, bag, bags, lot } }: { label: Label }) {
  const { brand } = useFarm();
  return (
    <div className="bag-label">
      <div className="bag-label-text">
        <p className="bag-label-farm">{brand}</p>
        <p className="bag-label-hop">{hop}</p>
        {lot && (
          <>
            <p>
              {lot.form}, crop {lot.harvest_year}
            </p>
            <p className="bag-label-lot">Lot {lot.number}</p>
            <p>
              Alpha {formatPercent(lot.alpha_acid)}, <span className="unbroken">tested {formatDay(lot.tested_on)}</span>
            </p>
          </>
        )}
        <p className="bag-label-weight">Net wt {formatNetWeight(pounds)}</p>
      </div>
      <div className="bag-label-code">
        {lot && <QrPicture text={lot.url} label={`Code of the page of lot ${lot.number}`} />}
        <p>
          Order {order_id}, {bag} of {bags}
        </p>
      </div>
    </div>
  );
}
