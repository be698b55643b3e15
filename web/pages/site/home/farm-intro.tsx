import { pagePaths } from '#contracts/page-paths.ts';
import type { HomeWords } from '#contracts/words.ts';
import { ChosenPicture } from '#web/layout/chosen-picture.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function FarmIntro({ name, heading, paragraphs, caption, picture, alt }: HomeWords['farm']) {
  return (
    <section className="farm-intro">
      <div className="farm-intro-text">
        <p className="note">{name}</p>
        <h2>{heading}</h2>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <a className="text-link" href={pagePaths.about}>
          About the farm
          <Icon name="arrow" size={20} />
        </a>
      </div>
      <figure>
        <ChosenPicture {...picture} alt={alt} sizes="(max-width: 699px) 112vw, (max-width: 1440px) 66vw, 960px" />
        <figcaption>{caption}</figcaption>
      </figure>
    </section>
  );
}
