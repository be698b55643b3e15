// What a new shop starts with. Files in content/ are checked against the sections before each build.
import { story } from '#content/about.ts';
import { alerts } from '#content/alerts.ts';
import { breweries } from '#content/breweries.ts';
import { faqs } from '#content/faqs.ts';
import { farm } from '#content/farm.ts';
import { freight } from '#content/freight.ts';
import { gallery } from '#content/gallery.ts';
import { home } from '#content/home.ts';
import { legal } from '#content/legal.ts';
import type { Settings } from './setting-sections.ts';

export const defaultSettings: Settings = { farm, home, story, faqs, breweries, gallery, legal, freight, alerts };
