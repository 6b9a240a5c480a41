import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { MatFingerprints } from '../../lib/picture-analysis.ts'
import { users } from '../users/schema.ts'

/** Uploaded pictures that were not posted yet. Posting deletes the row; the sketch takes over its file key. */
export const pendingUploads = sqliteTable(
  'pending_uploads',
  {
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    fileName: text('file_name').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    fileKey: text('file_key').notNull(),
    imageKey: text('image_key').notNull(),
    rotation: integer().notNull(),
    mirrored: integer({ mode: 'boolean' }).notNull().default(false),
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    contentHash: text('content_hash').notNull(),
    thumbhash: text().notNull(),
    /** Colour behind a transparent picture; null for others. */
    mat: text({ enum: ['white', 'gray', 'black'] }),
    colours: text().notNull(),
    perceptualHash: text('perceptual_hash').notNull(),
    /**
     * The fingerprint, by which copies are found when the upload is posted. Null if the picture has too little to
     * compare.
     */
    fingerprint: text(),
    /** The same on the mats that the member may choose instead. */
    matFingerprints: text('mat_fingerprints', { mode: 'json' }).$type<MatFingerprints>(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_uploads_file_key').on(table.fileKey),
    uniqueIndex('pending_uploads_image_key').on(table.imageKey),
    uniqueIndex('pending_uploads_same_file').on(table.userId, table.contentHash),
    index('pending_uploads_age').on(table.createdAt),
  ],
)

/** Positions at which sweeps continue. */
export const sweepPositions = sqliteTable('sweep_positions', {
  name: text().primaryKey(),
  position: text().notNull(),
})
