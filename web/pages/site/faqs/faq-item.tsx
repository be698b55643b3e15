import type { ToggleEvent } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Settings } from '#contracts/setting-sections.ts';

type Faq = Settings['faqs']['questions'][number];

/**
 * The browser keeps one item open at a time, even without script. The fragment points to the answer, not the item,
 * because that makes the browser open it. Another item may be open at hydration, hence suppressHydrationWarning.
 */
export function FaqItem({ faq: { id, question, answer }, number }: { faq: Faq; number: number }) {
  return (
    <details className="faq" name="faq" open={number === 1} onToggle={closeOthers} suppressHydrationWarning>
      <summary>
        <span className="faq-number">{number}</span>
        <h2>{question}</h2>
        <span className="faq-sign" />
      </summary>
      <div id={id} className="faq-answer">
        {answer.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <a className="faq-link" href={`${pagePaths.faqs}#${id}`}>
          Link to this answer
        </a>
      </div>
    </details>
  );
}

/** For browsers that don't know `name` (Firefox before 130, Safari before 17.2, Chrome before 120). */
function closeOthers({ currentTarget: opened }: ToggleEvent<HTMLDetailsElement>) {
  if (!opened.open || Reflect.has(opened, 'name')) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>('.faq[open]'))
    if (other !== opened) other.open = false;
}
