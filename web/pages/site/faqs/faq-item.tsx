import type { Faq } from '#content/faqs.ts';
import { pagePaths } from '#contracts/page-paths.ts';

/**
 * The browser keeps one open at a time, with or without script. The address leads to the answer, not to the row:
 * that is what makes the browser open it. By the time React takes over, another row may be the open one.
 */
export function FaqItem({ faq: { id, question, answer }, number }: { faq: Faq; number: number }) {
  return (
    <details className="faq" name="faq" open={number === 1} suppressHydrationWarning>
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
