import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Hearts given. A row is deleted only with its sketch. */
export const hearts = sqliteTable(
  'hearts',
  {
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sketchId, table.userId] }),
    index('hearts_user').on(table.userId, table.sketchId),
    index('hearts_user_age').on(table.userId, table.createdAt, table.sketchId),
    index('hearts_age').on(table.createdAt, table.sketchId),
    index('hearts_sketch_age').on(table.sketchId, table.createdAt, table.userId),
  ],
)

/**
 * Gains and expenses of members, append-only. The balances of hearts and glops are the sums of their lines; the stars
 * of a month are counted in `monthly_stars`.
 */
export const ledger = sqliteTable(
  'ledger',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    unit: text({ enum: ['heart', 'glop', 'star'] }).notNull(),
    amount: integer().notNull(),
    reason: text({
      enum: [
        'welcome',
        'heart_given',
        'heart_received',
        'heart_removed',
        'glops_earned',
        // The balance at the start, for members of the seed.
        'opening',
        'rules_received',
        'rules_removed',
        'feature_given',
        'feature_received',
        'feature_removed',
        'challenge_entered',
        'challenge_left',
        'compo_place',
        // Lost or gained by a disqualification after the result.
        'compo_place_changed',
        // Bought in the store, or taken back after a refund or dispute.
        'bought',
        'purchase_reversed',
        // The balance of a merged account, once as a loss of that account and once as a gain of the account that
        // replaces it.
        'merged',
      ],
    }).notNull(),
    sketchId: integer('sketch_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('ledger_user').on(table.userId, table.unit, table.id)],
)
