import type { Migration } from '../migrate.ts';

// Standard words for the machinery's tables. Only names change.
export const plainNames: Migration = {
  number: 10,
  name: 'plain names',
  up: ({ appendOnly, notAppendOnly }) => [
    'alter table shop_facts rename to shop_state',
    'alter table mails rename to emails',
    'alter table limits rename to rate_limits',
    'alter table second_factors rename to two_factor_secrets',
    'alter table accounts rename column entered_at to first_login_at',

    'alter table payment_alarms rename to payment_alerts',
    'alter table payment_alerts rename column settled_at to resolved_at',

    'alter table order_marks rename to order_page_anchors',
    'alter table order_words rename to order_search_terms',
    'alter table order_search_terms rename column shelf to bucket',
    'alter table order_search_terms rename column word to term',

    // The triggers and their messages name the table.
    ...notAppendOnly('audit_lines'),
    'alter table audit_lines rename to audit_log',
    ...appendOnly('audit_log'),
  ],
};
