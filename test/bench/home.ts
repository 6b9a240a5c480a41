import { HOME_REQUEST } from '../../contract/http/home.ts'
import {
  BIRTHDAYS_ON_HOME,
  CHALLENGES_ON_HOME,
  GALLERY_PAGE_SIZE,
  STREAMS_ON_HOME,
  UPLOADS_UNREAD_MAX,
} from '../../contract/limits.ts'
import { buildPage } from './lib/build.ts'
import { type Findings, figureOf } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { atBothSizes, type RequestCost, rowsFigure, sizesNote } from './lib/sizes.ts'

const TRIPS_MAX = 3
const STRIPS = { visitor: 4, member: 5 }
/** Message of the day, two counts, session, member, unread counts. */
const ROWS_ABOUT_IT = 8

/** Database round trips and rows of the home page and of its call. */
export async function measureHome(mode: Mode): Promise<Findings> {
  const page = await buildPage()
  const { small, large } = await atBothSizes(
    mode,
    async () => null,
    async ({ viewers, sendRequest }) => {
      const all: RequestCost[] = []
      // Before the call: its data is cached for visitors.
      for (const { name, headers } of viewers) {
        const rowsMax = rowsMaxOf(name)
        all.push({ what: `home page, ${name}`, trips: [(await sendRequest('/', headers)).trips], rowsMax })
        // Differs from the page's query, so that the call is not answered from its cache.
        const request = { ...HOME_REQUEST, recent: GALLERY_PAGE_SIZE - 1 }
        all.push({
          what: `home's call, ${name}`,
          trips: [(await sendRequest('/api/v2/index', headers, request)).trips],
          rowsMax,
        })
      }
      return all
    },
    page,
  )
  const figures = large.flatMap((cost, index) => {
    const trips = cost.trips[0]?.length ?? 0
    return [
      figureOf({
        what: `${cost.what}: trips to the database`,
        figure: String(trips),
        yardstick: String(small[index]?.trips[0]?.length),
        bar: `≤ ${TRIPS_MAX}`,
        ok: trips <= TRIPS_MAX,
      }),
      rowsFigure(cost, small[index]),
    ]
  })
  return {
    figures,
    notes: [
      `home: ${sizesNote(mode)}; the bar is 3 rows for each sketch of its strips, each live stream, challenge and birthday,` +
        ` and of a member 3 for each upload that is counted as unread, and ${ROWS_ABOUT_IT}`,
    ],
  }
}

function rowsMaxOf(viewer: 'visitor' | 'member'): number {
  const items = STRIPS[viewer] * GALLERY_PAGE_SIZE + STREAMS_ON_HOME + CHALLENGES_ON_HOME + BIRTHDAYS_ON_HOME
  const unread = viewer === 'member' ? 3 * UPLOADS_UNREAD_MAX : 0
  return 3 * items + unread + ROWS_ABOUT_IT
}
