import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { sections } from '#contracts/setting-sections.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { fromDraft, toDraft } from './setting-draft.ts';

type Brewery = { name: string; brews: string };
const brewery = (name: string): Brewery => ({ name, brews: `${name} Ale` });
const [a, b, c, d, e] = [brewery('A'), brewery('B'), brewery('C'), brewery('D'), brewery('E')] as const;
const base = [a, b, c, d, e];
const added = (name: string): Brewery => ({ name, brews: '' });

/** The merged list, or undefined if a person has to choose. */
function merge(mine: Brewery[], theirs: Brewery[], from = base): unknown {
  const field = sections.breweries;
  const draft = (breweries: Brewery[]) => toDraft(field, { breweries });
  const { draft: merged, replaced } = mergeDrafts(field, {
    base: draft(from),
    mine: draft(mine),
    theirs: draft(theirs),
  });
  const { breweries } = Object(fromDraft(field, merged));
  if ('breweries' in replaced) expect(breweries).toEqual(theirs);
  return 'breweries' in replaced ? undefined : breweries;
}

test('edits of different entries are both kept, also of different fields of one', () => {
  const mine = { ...b, brews: 'Mine' };
  const theirs = { ...d, brews: 'Theirs' };
  expect(merge([a, mine, c, d, e], [a, b, c, theirs, e])).toEqual([a, mine, c, theirs, e]);
  expect(merge([a, mine, c, d, e], [a, { ...b, name: 'New' }, c, d, e])).toEqual([
    a,
    { name: 'New', brews: 'Mine' },
    c,
    d,
    e,
  ]);
});

test('added entries are both kept where they were put, and the same entry once', () => {
  const [x, y] = [added('X'), added('Y')];
  expect(merge([...base, x], [a, y, b, c, d, e])).toEqual([a, y, b, c, d, e, x]);
  expect(merge([x, ...base], [...base, y])).toEqual([x, ...base, y]);
  expect(merge([...base, x], [...base, x])).toEqual([...base, x]);
  expect(merge([...base, x, y], [...base, x])).toEqual([...base, x, y]);
});

test('an entry that one removed is gone, unless the other edited it', () => {
  const six = [...base, added('F')];
  expect(merge([b, c, d, e, added('F')], [...six, added('X')], six)).toEqual([b, c, d, e, added('F'), added('X')]);
  const edited = { ...a, brews: 'Theirs' };
  expect(merge([b, c, d, e, added('F')], [edited, b, c, d, e, added('F')], six)).toBeUndefined();
});

test('one may move entries while the other edits them', () => {
  const edited = { ...a, brews: 'Theirs' };
  expect(merge([e, d, c, b, a], [edited, b, c, d, e])).toEqual([e, d, c, b, edited]);
  expect(merge([a, b, { ...c, brews: 'Mine' }, d, e], [b, a, c, d, e])).toEqual([b, a, { ...c, brews: 'Mine' }, d, e]);
});

test('a person chooses where both moved entries, or edited the same field', () => {
  expect(merge([b, a, c, d, e], [a, b, c, e, d])).toBeUndefined();
  expect(merge([{ ...a, brews: 'Mine' }, b, c, d, e], [{ ...a, brews: 'Theirs' }, b, c, d, e])).toBeUndefined();
});

test('a list that would get too short or too long is for a person', () => {
  const six = [...base, added('F')];
  expect(merge([a, b, c, d, e], [b, c, d, e, added('F')], six)).toBeUndefined();
});

test('entries that are alike are not mixed up', () => {
  const twins = [a, a, b, c, d, e];
  expect(merge([a, a, b, c, d, { ...e, brews: 'Mine' }], [...twins, added('X')], twins)).toEqual([
    a,
    a,
    b,
    c,
    d,
    { ...e, brews: 'Mine' },
    added('X'),
  ]);
});

test('a question is recognized by its link name, a picture by its file', () => {
  const { faqs, gallery } = defaultSettings;
  const [first, second, ...questions] = faqs.questions;
  const reworded = { question: 'Which bags?', answer: ['Three.'], id: first?.id };
  const answered = { ...Object(second), answer: ['Soon.'] };
  const mergeFaqs = mergeDrafts(sections.faqs, {
    base: toDraft(sections.faqs, faqs),
    mine: toDraft(sections.faqs, { ...faqs, questions: [reworded, second, ...questions] }),
    theirs: toDraft(sections.faqs, { ...faqs, questions: [answered, first, ...questions] }),
  });
  expect(mergeFaqs.replaced).toEqual({});
  expect(fromDraft(sections.faqs, mergeFaqs.draft)).toEqual({ ...faqs, questions: [answered, reworded, ...questions] });

  const [picture, ...pictures] = gallery.pictures;
  const described = { ...Object(picture), caption: 'Mine.', alt: 'Mine.' };
  const hidden = pictures.map((each, index) => (index === 3 ? { ...each, hidden: true } : each));
  const mergeGallery = mergeDrafts(sections.gallery, {
    base: toDraft(sections.gallery, gallery),
    mine: toDraft(sections.gallery, { ...gallery, pictures: [described, ...pictures] }),
    theirs: toDraft(sections.gallery, { ...gallery, pictures: [picture, ...hidden] }),
  });
  expect(mergeGallery.replaced).toEqual({});
  expect(fromDraft(sections.gallery, mergeGallery.draft)).toEqual({ ...gallery, pictures: [described, ...hidden] });
});
