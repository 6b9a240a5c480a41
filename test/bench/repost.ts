import type { Platform } from '../../dev/platform.ts'
import { READER } from '../../dev/seed/bulk/members.ts'
import { CROWDED_FINGERPRINT } from '../../dev/seed/bulk/sketch-rows.ts'
import { DISTANCE_MAX } from '../../worker/domain/reposts/matches.ts'
import { fingerprintDistance, mirroredFingerprint, nearBands } from '../../worker/lib/picture-fingerprint.ts'
import { firstMember } from './lib/bulk-site.ts'
import { type Figure, type Findings, figureOf, milliseconds } from './lib/figure.ts'
import { COPIES, fingerprintOfFile, madeSources, pictureOf, type Source } from './lib/made-copies.ts'
import type { Mode } from './lib/mode.ts'
import { atBothSizes } from './lib/sizes.ts'

const SETS = { full: { perStyle: 8, lines: 300, copied: 4 }, short: { perStyle: 1, lines: 4, copied: 10 } } as const
const ROWS_MAX = 2000
const MS_MAX = 100
const FALSE_HOLDS_MAX = 0.005

/** Recall of copies by kind, false holds, and the cost of a post among a million sketches, many of which are alike. */
export async function measureRepost(mode: Mode): Promise<Findings> {
  const { copied, ...size } = SETS[mode]
  const sources = madeSources(size)
  const originals = await Promise.all(sources.map(async (source) => fingerprintOfFile(await pictureOf(source))))
  const known = originals.filter((fingerprint) => fingerprint !== null)
  return {
    figures: [
      ...(await recallFigures(sources.filter((_, at) => at % copied === 0))),
      falseHoldFigure(known),
      ...(await costFigures(mode)),
    ],
    notes: [
      `repost: ${sources.length} pictures, ${sources.length - known.length} of them too plain for a fingerprint; a false hold` +
        ' is a picture that is held because of another one of the set',
    ],
  }
}

async function recallFigures(sources: readonly Source[]): Promise<Figure[]> {
  const found = new Map(Object.keys(COPIES).map((kind) => [kind, 0]))
  let count = 0
  for (const source of sources) {
    const picture = await pictureOf(source)
    const original = await fingerprintOfFile(picture)
    if (!original) continue
    count++
    const { width, height } = pngSize(picture)
    for (const [kind, { copy }] of Object.entries(COPIES)) {
      const fingerprint = await fingerprintOfFile(await copy(picture, width, height).toBuffer())
      if (fingerprint && isHeld(fingerprint, original)) found.set(kind, (found.get(kind) ?? 0) + 1)
    }
  }
  return Object.entries(COPIES).map(([kind, { recallMin }]) => {
    const recall = (found.get(kind) ?? 0) / count
    return figureOf({
      what: `repost, recall, ${kind}`,
      figure: percent(recall),
      bar: `≥ ${percent(recallMin)}`,
      ok: recall >= recallMin,
    })
  })
}

function falseHoldFigure(fingerprints: readonly string[]): Figure {
  const held = fingerprints.filter((own, at) => fingerprints.some((other, index) => index !== at && isHeld(own, other)))
  const share = held.length / fingerprints.length
  return figureOf({
    what: 'repost, false holds',
    figure: percent(share),
    bar: `< ${percent(FALSE_HOLDS_MAX)}`,
    ok: share < FALSE_HOLDS_MAX,
  })
}

/** True if the query finds the other picture by a band, and their distance is small. */
function isHeld(fingerprint: string, other: string): boolean {
  return [fingerprint, mirroredFingerprint(fingerprint)].some((own) => {
    const bands = nearBands(own)
    const width = other.length / bands.length
    const isCandidate = bands.some((near, band) => near.includes(other.slice(band * width, (band + 1) * width)))
    return isCandidate && fingerprintDistance(own, other) <= DISTANCE_MAX
  })
}

const UPLOAD_ID = '5e9c8f5e-6a0b-4c55-9d0e-0d4f1f0c7b11'

async function costFigures(mode: Mode): Promise<Figure[]> {
  const { large } = await atBothSizes(mode, addUpload, async ({ viewers, sendRequest }) => {
    const body = {
      uploadId: UPLOAD_ID,
      title: '',
      description: '',
      altText: '',
      tags: [],
      mature: false,
      unlisted: false,
      madeWithAi: false,
    }
    const { trips } = await sendRequest('/api/v2/upload/sketch', viewers[1]?.headers, body)
    return [{ what: 'repost, held post', trips: [trips], rowsMax: ROWS_MAX }]
  })
  return large.flatMap(({ what, trips }) => {
    const all = trips.flat()
    const rows = all.reduce((sum, trip) => sum + trip.rowsRead, 0)
    const ms = all.reduce((sum, trip) => sum + trip.ms, 0)
    return [
      figureOf({ what: `${what}: rows read`, figure: String(rows), bar: `≤ ${ROWS_MAX}`, ok: rows <= ROWS_MAX }),
      figureOf({ what: `${what}: time`, figure: milliseconds(ms), bar: `≤ ${MS_MAX} ms`, ok: ms <= MS_MAX }),
    ]
  })
}

/** A pending upload of the reader that is similar to many sketches. */
async function addUpload({ DB }: Platform): Promise<void> {
  await DB.prepare(
    `INSERT OR REPLACE INTO pending_uploads (id, user_id, file_name, width, height, file_key, image_key, rotation, bytes,
      content_type, content_hash, thumbhash, colours, perceptual_hash, fingerprint, created_at)
     VALUES (?1, ?2, '', 1200, 900, 'originals/' || ?1, ?1, 0, 1000, 'image/png', ?1, '', '[]', '', ?3, ?4)`,
  )
    .bind(UPLOAD_ID, (await firstMember(DB)) + READER, CROWDED_FINGERPRINT, Date.now())
    .run()
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Width and height in the header of a PNG. */
const pngSize = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
