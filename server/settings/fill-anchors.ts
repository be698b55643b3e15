import type { Settings } from '#contracts/setting-sections.ts';

/** Gives each question a link name that no other has. */
export function fillAnchors(faqs: Settings['faqs']): Settings['faqs'] {
  const taken = new Set<string>();
  return {
    ...faqs,
    questions: faqs.questions.map((each) => {
      const wanted = each.id || anchorFor(each.question);
      let id = wanted;
      for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
      taken.add(id);
      return { ...each, id };
    }),
  };
}

const anchorFor = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .split('-')
    .filter(Boolean)
    .slice(0, 6)
    .join('-') || 'question';
