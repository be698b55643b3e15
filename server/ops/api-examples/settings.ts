import { defaultSettings } from '#contracts/default-settings.ts';
import * as sample from '../api-example-data.ts';
import type { Examples } from './example.ts';

const section = { section: 'breweries' };

export const settingsExamples = {
  'GET /api/settings/:section': { params: section, response: { data: sample.breweriesSection } },
  'PUT /api/settings/:section': {
    params: section,
    body: { version: 3, value: sample.breweriesSection.value },
    response: { data: sample.breweriesSection },
  },
  'GET /api/settings/:section/versions': {
    params: section,
    response: { data: [sample.breweriesSection], more: false },
  },
  'POST /api/settings/:section/previews': {
    params: section,
    body: { value: sample.breweriesSection.value },
    response: { data: { url: '/preview/sample', expires_at: '2026-10-01T18:00:00.000Z' } },
  },
  'POST /api/settings/:section/restore': {
    params: section,
    body: { version: 4, restore: 2 },
    response: { data: sample.breweriesSection },
  },
  'GET /api/status': {
    response: {
      data: [
        {
          name: 'Last backup',
          state: 'attention',
          text: '3 days ago.',
          advice: 'Make one.',
          href: '/dashboard/backups',
        },
      ],
    },
  },
  'GET /api/getting-started': { response: { data: sample.gettingStarted } },
  'PUT /api/getting-started': { body: { hidden: false }, response: { data: sample.gettingStarted } },
  'GET /api/words/home': {
    response: { data: { home: sample.homeWords, breweries: sample.breweriesSection.value.breweries } },
  },
  'GET /api/words/story': { response: { data: sample.storyWords } },
  'GET /api/words/gallery': {
    response: {
      data: {
        note: 'A year on the farm.',
        pictures: [
          {
            folder: '/blogs/',
            name: '0a1b2c3d4e5f6071-1200x800.jpg',
            caption: 'Young bines on their strings.',
            alt: 'Young hop shoots climbing strings.',
          },
        ],
      },
    },
  },
  'GET /api/words/legal/:page': {
    params: { page: 'refunds' },
    response: { data: { title: 'Refunds and shipping', ...defaultSettings.legal.refunds } },
  },
  'GET /api/words/faqs': { response: { data: defaultSettings.faqs } },
} satisfies Examples;
