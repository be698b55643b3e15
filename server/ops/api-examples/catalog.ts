import * as sample from '../api-example-data.ts';
import { type Examples, id, message } from './example.ts';

export const catalogExamples = {
  'GET /api/products': { response: { data: [sample.product] } },
  'GET /api/products/:slug': {
    params: { slug: 'cascade' },
    response: { data: { ...sample.product, lot: sample.lot } },
  },
  'GET /api/products/admin': { response: { data: [sample.product] } },
  'POST /api/products/admin': { form: sample.productForm, response: { data: sample.product } },
  'PUT /api/products/admin/:id': {
    params: id(2),
    form: { ...sample.productForm, stock_seen: '260', version: '1' },
    response: { data: { ...sample.product, version: 2 } },
  },
  'DELETE /api/products/admin/:id': { params: id(2), response: message('The product was deleted.') },
  'GET /api/products/admin/:id/lots': { params: id(2), response: { data: [sample.managedLot], pounds_without_lot: 0 } },
  'POST /api/products/admin/:id/lots': {
    params: id(2),
    form: { ...sample.lotForm, stock: '260' },
    response: { data: { ...sample.managedLot, current: false, stock: 260, orders: 0, pounds: 0 } },
  },
  'PUT /api/products/admin/:id/current-lot': {
    params: id(2),
    body: { lot_id: 5 },
    response: { data: [sample.managedLot], pounds_without_lot: 0 },
  },
  'PUT /api/lots/admin/:id': {
    params: id(5),
    form: { ...sample.lotForm, version: '1' },
    response: { data: { ...sample.managedLot, version: 2 } },
  },
  'DELETE /api/lots/admin/:id': { params: id(5), response: message('The lot was deleted.') },
  'GET /api/lots/:number': {
    params: { number: 'CA-26-01' },
    response: { data: [sample.publishedLot], today: '2026-11-18' },
  },
  'GET /api/lots/admin/:id/recall-sheet': { params: id(5), response: sample.recallSheet },
} satisfies Examples;
