import type { Post } from '#contracts/blog.ts';

/** lead and wide: picture beside text. half: two in a row. row: text only, across the page. */
export type CardLayout = 'lead' | 'wide' | 'half' | 'row';

/** Fills every row: pictures go in pairs, and one without a partner gets the whole width. */
export function cardLayouts(posts: Pick<Post, 'image_url'>[], hasLead: boolean): CardLayout[] {
  const layouts: CardLayout[] = [];
  for (let index = 0; index < posts.length; index += 1) {
    const hasPicture = (at: number) => Boolean(posts[at]?.image_url);
    if (hasLead && index === 0) layouts.push('lead');
    else if (!hasPicture(index)) layouts.push('row');
    else if (hasPicture(index + 1)) {
      layouts.push('half', 'half');
      index += 1;
    } else layouts.push('wide');
  }
  return layouts;
}
