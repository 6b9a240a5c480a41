import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { GALLERY_PAGE_SIZE } from '../../contract/limits.ts'
import { openDatabaseFile } from '../../dev/database-file.ts'
import { POPULAR_TAG } from '../../dev/seed/bulk/members.ts'
import { type Figure, type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { atBothSizes, type RequestCost, rowsFigure, sizesNote } from './lib/sizes.ts'
import type { TripCost } from './lib/trip-cost.ts'

/** Index entry, sketch and artist; session, and looked-up tags. */
const ROWS_MAX = 3 * GALLERY_PAGE_SIZE + 5
const RUNS = 21

/** A search by hearts for more than two words reads and sorts the newest 500 matches before its page. */
const SORTED = 'three words by hearts'
const SORTED_ROWS_MAX = ROWS_MAX + 3 * 500

const sketches = (query: string) => `/api/v2/search/sketch?query=${encodeURIComponent(query)}`
/** Few sketches match, so the search repeats for each level of hearts. */
const MANY_SIZES = Array.from({ length: 14 }, (_, n) => `size:>${n}`).join(' ')
/** Each word is in one title of ten or of seven, and no title has all of them. */
const TEN_WORDS = 'quiet bright tall wet early slow lost harbour fox window'
const SEARCHES: Record<string, string> = {
  word: sketches('harbour'),
  prefix: sketches('har'),
  'two words': sketches('sketch harbour'),
  'some of two words': sketches('harbour zeppelin'),
  'some of four words': sketches('quiet lost harbour zeppelin'),
  'some of ten words': sketches(TEN_WORDS),
  tag: sketches(`tag:${POPULAR_TAG}`),
  artist: sketches('user:"bulk 1"'),
  'word by hearts': `${sketches('harbour')}&sort=hearts`,
  'many sizes by hearts': `${sketches(`${MANY_SIZES} size:<50`)}&sort=hearts`,
  'excluded words by hearts': `${sketches('harbour -quiet -bright -tall -wet -early -slow -lost')}&sort=hearts`,
  [SORTED]: `${sketches('sketch quiet harbour')}&sort=hearts`,
  'some of four words by hearts': `${sketches('quiet lost harbour zeppelin')}&sort=hearts`,
  'some of ten words by hearts': `${sketches(TEN_WORDS)}&sort=hearts`,
  'magic by colour': '/api/v2/search/magic?colours=d94f30,f2c14e',
  'magic by example': '/api/v2/search/magic?like=1',
  'suggestions before typing': '/api/v2/search/suggestions',
  'suggestions for a word': '/api/v2/search/suggestions?q=har',
}

/** Rows and time of searches among a million titles, compared with the same statements in `node:sqlite`. */
export async function measureSearch(mode: Mode): Promise<Findings> {
  const bare: TripTimes = new Map()
  const { small, large } = await atBothSizes(
    mode,
    async () => null,
    async ({ localSite, viewers, sendRequest }) => {
      const all: RequestCost[] = []
      for (const { name, headers } of viewers) {
        for (const [what, path] of Object.entries(SEARCHES)) {
          all.push({
            what: `search, ${name}, ${what}`,
            trips: [(await sendRequest(path, headers)).trips],
            rowsMax: what === SORTED ? SORTED_ROWS_MAX : ROWS_MAX,
          })
        }
      }
      const file = openDatabaseFile(localSite)
      for (const { trips } of all) for (const trip of trips.flat()) bare.set(trip, timeIn(file, trip))
      file.close()
      return all
    },
  )
  const times = large.flatMap((cost) => timeFigures(cost, bare))
  if (times.length === 0) throw new Error('no statement was timed')
  return {
    figures: [...large.map((cost, index) => rowsFigure(cost, small[index])), ...times],
    notes: [
      `search: rows: ${sizesNote(mode)}; times are of the statement that searches,` +
        ` through D1 the mean of many and, as yardstick, in node:sqlite on the same file in the same run, the median of ${RUNS}`,
    ],
  }
}

/** Time of each statement in `node:sqlite`, in ms. */
type TripTimes = Map<TripCost, number>

function timeIn(file: DatabaseSync, { statement }: TripCost): number {
  if (!statement?.query.includes('sketch_search')) return Number.NaN
  const prepared = file.prepare(statement.query)
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now()
    prepared.all(...(statement.params as SQLInputValue[]))
    return performance.now() - started
  })
  return median(times)
}

function timeFigures({ what, trips }: RequestCost, bare: TripTimes): Figure[] {
  return trips.flat().flatMap((trip) => {
    const yardstick = bare.get(trip) ?? Number.NaN
    if (Number.isNaN(yardstick)) return []
    return [
      figureOf({
        what: `${what}: time`,
        figure: milliseconds(trip.ms),
        yardstick: milliseconds(yardstick),
        ratio: trip.ms / yardstick,
      }),
    ]
  })
}
