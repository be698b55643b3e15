// The tables as the code sees them. Migrations make them, constraints included.
import type { Generated, Kysely } from 'kysely';
import type { Role } from '../../contracts/call.ts';

export type Tables = {
  shop_facts: { name: string; value: string };
  accounts: {
    id: Generated<number>;
    name: string;
    email: string;
    password_hash: string;
    role: Role;
    created_at: string;
  };
  sessions: {
    token_hash: string;
    account_id: number;
    created_at: string;
    expires_at: string;
  };
  products: {
    id: Generated<number>;
    slug: string;
    name: string;
    type: string;
    flavor: string | null;
    alpha_acid: number;
    beta_acid: number;
    total_oil: number;
    aromas: string;
    description: string;
    image_url: string | null;
    price_cents: number;
    stock: number;
    created_at: string;
    deleted_at: string | null;
    version: Generated<number>;
  };
  stock_moves: {
    id: Generated<number>;
    product_id: number;
    pounds: number;
    stock_after: number;
    reason: 'opening' | 'by hand' | 'hold' | 'release' | 'refund';
    account_id: number | null;
    order_id: number | null;
    at: string;
  };
  posts: {
    id: Generated<number>;
    title: string;
    content: string;
    excerpt: string;
    image_url: string | null;
    created_at: string;
  };
};

/** The database, or one open transaction on it: a store function cannot tell and need not. */
export type Db = Kysely<Tables>;
