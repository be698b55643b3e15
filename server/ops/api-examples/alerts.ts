import { type Examples, id } from './example.ts';

const token = 'TOKEN_FROM_THE_LINK';
const hop = { name: 'Cascade', slug: 'cascade' };
const newsletter = {
  post_id: 3,
  subject: 'The first cones are in',
  text: 'The first cones are in ...',
  subscribers: 140,
  started_at: null,
  emails: 0,
  finished_at: null,
};

export const alertExamples = {
  'POST /api/alerts': {
    body: { email: 'dana@brewery.example', product_id: 2 },
    response: { message: 'Check your inbox: the link in our email confirms your address.' },
  },
  'GET /api/alerts/:token': { params: { token }, response: { data: { state: 'asked', hop, harvest_on: null } } },
  'POST /api/alerts/:token/confirmation': {
    params: { token },
    response: { data: { state: 'confirmed', hop, harvest_on: null } },
  },
  'DELETE /api/alerts/:token': {
    params: { token },
    response: { data: { state: 'none', hop: null, harvest_on: null } },
  },
  'GET /api/newsletters/:id': { params: id(3), response: { data: newsletter } },
  'POST /api/newsletters/:id': {
    params: id(3),
    response: { data: { ...newsletter, started_at: '2026-09-18T16:00:00.000Z' } },
  },
} satisfies Examples;
