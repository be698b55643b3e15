import { estimateOn } from '#contracts/hop-aging.ts';
import { oneDecimal } from '#contracts/hop-format.ts';
import type { Lot } from '#contracts/lots.ts';

type Props = {
  lot: Lot;
  today: string;
  /** As typed; empty means as tested. */
  alpha: string;
  /** Then neither figure was chosen, even if one is the same. */
  ofOtherLot: boolean;
  /** For assistive technology: which addition it is. */
  addition: number;
  onChange(alpha: string): void;
};

/** The lab's figure, or what is probably left of it. */
export function AlphaChoice({ lot, today, alpha, ofOtherLot, addition, onChange }: Props) {
  const estimate = oneDecimal(estimateOn(today, lot).alpha_acid);
  const choices = [
    { typed: '', label: `As tested ${oneDecimal(lot.alpha_acid)}%` },
    { typed: estimate, label: `Today ≈ ${estimate}% (estimate)` },
  ];
  return (
    <fieldset className="brew-alpha">
      <legend className="visually-hidden">Alpha acid of addition {addition}</legend>
      {choices.map(({ typed, label }) => (
        <button
          key={label}
          className="text-button"
          type="button"
          aria-pressed={!ofOtherLot && alpha.trim() === typed}
          onClick={() => onChange(typed)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
