import { formatMilliliters, formatPercent } from '#contracts/hop-format.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { HomeWords } from '#contracts/words.ts';
import { ChosenPicture } from '#web/layout/chosen-picture.tsx';
import { Icon } from '#web/ui/icon.tsx';

type Analysis = { alpha_acid: number; beta_acid: number; total_oil: number };
type Props = { variety: HomeWords['varieties']['first']; analysis: Analysis | undefined };

export function VarietyCard({ variety: { name, aromas, picture, alt }, analysis }: Props) {
  return (
    <a className="variety-card" href={pagePaths.products}>
      <div className="variety-card-picture">
        <ChosenPicture {...picture} alt={alt} sizes="(max-width: 699px) 100vw, 50vw" />
      </div>
      <div className="variety-card-name">
        <h3>{name}</h3>
        <p>{aromas}</p>
      </div>
      <div className="variety-card-foot">
        {analysis && <VarietyAnalysis {...analysis} />}
        <span className="text-link">
          See {name}
          <Icon name="arrow" size={20} />
        </span>
      </div>
    </a>
  );
}

function VarietyAnalysis({ alpha_acid, beta_acid, total_oil }: Analysis) {
  const rows = [
    ['Alpha acid', formatPercent(alpha_acid)],
    ['Beta acid', formatPercent(beta_acid)],
    ['Total oil', formatMilliliters(total_oil)],
  ];
  return (
    <dl className="tabular-nums">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
