import { eq, inArray, lt, sql } from 'drizzle-orm'
import { UPLOAD_RETENTION_HOURS } from '../../../contract/limits.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { pendingUploads, sweepPositions } from '../../domain/uploads/schema.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import type { Db } from '../../lib/database.ts'
import { DELETE_KEYS_MAX, removeKeys, removeUnturnedOriginals } from '../../lib/files.ts'
import { AT_ONCE, type Calls, END, madeAfter, originalsAfter, removeMade } from './stored-names.ts'

const HOUR_MS = 3_600_000
/** A file this young may still be on its way to its row. */
const YOUNG_MS = HOUR_MS
/** So many abandoned uploads are dropped in a run at most, each time so many as one removal of originals takes. */
const EXPIRED_ROUNDS = 2
const SWEEP = 'originals'

/** Calls to D1 and R2 that one run makes at most: a thousand is what every plan of the platform allows. */
const CALLS_MAX = 900
/** No further piece is begun with fewer calls than this left; a piece that finds nothing takes four. */
const CALLS_OF_A_PIECE = 30
/** Nor after so long; the next run begins after fifteen minutes. */
const RUN_MS_MAX = 10 * 60_000

/** Where more files than this, and more than half of a piece, have no row, it is rather the rows that are missing. */
const STRAY_MAX = 100

/**
 * What a run found and repaired; `filesWithheld` are files without a row that were left alone. `done` when it came to
 * the end, and the next one begins anew.
 */
export type Sweep = {
  expired: number
  filesWithoutRow: number
  filesWithheld: number
  madeWithoutRow: number
  rowsWithoutFile: number
  rowsFound: number
  done: boolean
}

/**
 * Proves that every original has a row, every row its original, and every made picture a row, and repairs what does not
 * match: files without a row are removed, sketches without a file leave the lists until the file is back, and uploads,
 * earlier versions and what belongs to a sketch are forgotten without their file. Where most files have no row the
 * database may be the wrong one, and nothing is removed. Goes on where the last run stopped, a piece at a time, as far as
 * its calls and its time reach. Uploads that nobody posted for a day go first.
 */
export async function sweepFiles(
  db: Db,
  files: R2Bucket,
  { now, callsMax = CALLS_MAX }: { now: number; callsMax?: number | undefined },
): Promise<Sweep> {
  const calls = { left: callsMax - 1 }
  const started = Date.now()
  const expired = await dropExpired(db, files, { now, calls })
  let position = (await db.select().from(sweepPositions).where(eq(sweepPositions.name, SWEEP)).get())?.position ?? ''
  const sweep = { expired, filesWithoutRow: 0, filesWithheld: 0, madeWithoutRow: 0, rowsWithoutFile: 0, rowsFound: 0 }
  do {
    const { found, upTo } = await sweepPiece(db, files, { after: position, now, calls })
    for (const what of COUNTS) sweep[what] += found[what]
    position = upTo
  } while (position !== '' && calls.left >= CALLS_OF_A_PIECE && Date.now() - started < RUN_MS_MAX)
  return { ...sweep, done: position === '' }
}

const COUNTS = ['filesWithoutRow', 'filesWithheld', 'madeWithoutRow', 'rowsWithoutFile', 'rowsFound'] as const

type Found = Record<(typeof COUNTS)[number], number>

/** Looks at the next names after a position; answers how far it came, which is kept too: empty at the end. */
async function sweepPiece(
  db: Db,
  files: R2Bucket,
  { after, now, calls }: { after: string; now: number; calls: Calls },
): Promise<{ found: Found; upTo: string }> {
  const { made, rows, stored, reach } = await lookAt(db, files, { after, calls })
  const known = new Set(rows.map(keyOf))
  const there = new Set(stored.map(({ key }) => key))
  const inReach = stored.filter(({ key }) => key <= reach)
  const stray = inReach.filter((object) => !known.has(object.key) && isOld(object, now)).map(({ key }) => key)
  const withheld = stray.length > STRAY_MAX && stray.length > inReach.length / 2

  const orphans = withheld ? [] : made.filter((key) => key <= reach && !known.has(key))
  const removed = await removeMade(files, orphans, calls.left - CALLS_OF_A_PIECE)
  calls.left -= removed.calls
  const upTo = removed.count < orphans.length ? (orphans[removed.count - 1] ?? after) : reach
  const gone = withheld ? [] : stray.filter((key) => key <= upTo)
  calls.left -= await removeKeys(files, gone)

  const seen = rows.filter(({ fileKey }) => fileKey <= upTo)
  const bare = seen.filter(({ fileKey }) => !there.has(fileKey))
  const back = seen.filter(({ fileKey, lost }) => lost && there.has(fileKey))
  const position = upTo === END ? '' : upTo
  await repairRows(db, { bare: bare.map(keyOf), back: back.map(keyOf), position, now })
  calls.left--
  const found = {
    filesWithoutRow: gone.length,
    filesWithheld: withheld ? stray.length : 0,
    madeWithoutRow: removed.count,
    rowsWithoutFile: bare.filter((row) => !row.lost).length,
    rowsFound: seen.length,
  }
  return { found, upTo: position }
}

/** What stands next in the three lists, and how far all of them reach. */
async function lookAt(db: Db, files: R2Bucket, { after, calls }: { after: string; calls: Calls }) {
  // In this order. A picture is made only while its row stands, and a row that went never comes back: what was made
  // before and has no row now never will. A file is there before its row: a row that was seen must have its file.
  const made = await madeAfter(files, after, calls)
  const rows = await rowsAfter(db, after)
  calls.left--
  const stored = await originalsAfter(files, after, calls)
  const lastRow = rows.length === AT_ONCE ? rows.at(-1)?.fileKey : undefined
  const reach = [made.upTo, lastRow ?? END, stored.upTo].sort()[0] ?? END
  return { made: made.keys, rows, stored: stored.objects, reach }
}

const isOld = (object: R2Object, now: number) => now - object.uploaded.getTime() > YOUNG_MS

async function dropExpired(db: Db, files: R2Bucket, { now, calls }: { now: number; calls: Calls }): Promise<number> {
  let dropped = 0
  for (let round = 0; round < EXPIRED_ROUNDS; round++) {
    const expired = db
      .select({ id: pendingUploads.id })
      .from(pendingUploads)
      .where(lt(pendingUploads.createdAt, now - UPLOAD_RETENTION_HOURS * HOUR_MS))
      .orderBy(pendingUploads.createdAt)
      .limit(DELETE_KEYS_MAX)
    const gone = await db
      .delete(pendingUploads)
      .where(inArray(pendingUploads.id, expired))
      .returning({ fileKey: pendingUploads.fileKey })
    calls.left -= 1 + (await removeUnturnedOriginals(files, gone.map(keyOf)))
    dropped += gone.length
    if (gone.length < DELETE_KEYS_MAX) break
  }
  return dropped
}

type Row = { fileKey: string; lost: number }

const keyOf = ({ fileKey }: { fileKey: string }) => fileKey

/** What is forgotten when its file is gone. */
const KEPT_WITH_FILE = [pendingUploads, sketchVersions, sketchFiles] as const

/** The rows whose file key comes next, in the order in which R2 lists. */
function rowsAfter(db: Db, after: string): Promise<Row[]> {
  const nextOf = (table: (typeof KEPT_WITH_FILE)[number]) => sql`
      SELECT * FROM (SELECT file_key, 0 FROM ${table} WHERE file_key > ${after} ORDER BY file_key LIMIT ${AT_ONCE})`
  return db.all<Row>(sql`
    SELECT fileKey, lost FROM (
      SELECT * FROM (SELECT file_key AS fileKey, file_lost_at IS NOT NULL AS lost FROM sketches
        WHERE file_key > ${after} ORDER BY file_key LIMIT ${AT_ONCE})
      UNION ALL
      ${sql.join(KEPT_WITH_FILE.map(nextOf), sql` UNION ALL `)}
    ) ORDER BY fileKey LIMIT ${AT_ONCE}`)
}

/** Repairs the rows of a piece, and remembers how far the sweep came. */
async function repairRows(
  db: Db,
  { bare, back, position, now }: { bare: string[]; back: string[]; position: string; now: number },
): Promise<void> {
  const isBare = sql`file_key IN (SELECT value FROM json_each(${JSON.stringify(bare)}))`
  const isBack = sql`file_key IN (SELECT value FROM json_each(${JSON.stringify(back)}))`
  const repairs = [
    ...KEPT_WITH_FILE.map((table) => db.delete(table).where(isBare)),
    db.update(sketches).set({ fileLostAt: now }).where(sql`${isBare} AND file_lost_at IS NULL`),
    db.update(sketches).set({ fileLostAt: null }).where(isBack),
  ]
  await db.batch([
    db
      .insert(sweepPositions)
      .values({ name: SWEEP, position })
      .onConflictDoUpdate({ target: sweepPositions.name, set: { position } }),
    ...(bare.length + back.length > 0 ? repairs : []),
  ])
}
