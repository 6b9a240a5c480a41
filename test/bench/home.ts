import { HOME_ASKED } from '../../contract/http/home.ts'
import { BIRTHDAYS_SHOWN, GALLERY_PAGE_SIZE, UPLOADS_UNREAD_MAX } from '../../contract/limits.ts'
import { buildPage } from './lib/build.ts'
import { type Findings, figureOf } from './lib/figure.ts'
import { type Asked, atBothSizes, LARGE, rowsFigure } from './lib/sizes.ts'

const TRIPS_MAX = 3
const STRIPS = { visitor: 4, member: 5 }
/** The message of the day, the two counts, the session and the member, what is unread. */
const ROWS_ABOUT_IT = 8

/** Trips to the database, and rows, of the home page and of what it asks for. */
export async function measureHome(): Promise<Findings> {
  const page = await buildPage()
  const { small, large } = await atBothSizes(
    async () => null,
    async ({ who, ask }) => {
      const all: Asked[] = []
      // The page first: what visitors are shown there is kept for them.
      for (const { name, headers } of who) {
        all.push({ what: `home page, ${name}`, trips: [(await ask('/', headers)).trips] })
        // One fewer than on the page, whose text visitors would be given.
        const asked = { ...HOME_ASKED, recent: GALLERY_PAGE_SIZE - 1 }
        all.push({ what: `home's call, ${name}`, trips: [(await ask('/api/v2/index', headers, asked)).trips] })
      }
      return all
    },
    page,
  )
  const figures = large.flatMap((asked, index) => {
    const trips = asked.trips[0]?.length ?? 0
    const member = asked.what.endsWith('member')
    return [
      figureOf({
        what: `${asked.what}: trips to the database`,
        figure: String(trips),
        yardstick: String(small[index]?.trips[0]?.length),
        bar: `≤ ${TRIPS_MAX}`,
        ok: trips <= TRIPS_MAX,
      }),
      rowsFigure(asked, small[index], rowsMax(member ? 'member' : 'visitor')),
    ]
  })
  return {
    figures,
    notes: [
      `home: figure at ${LARGE.toLocaleString('en')} sketches, yardstick at a thousand; the bar is 3 rows for each sketch` +
        ` of its strips and for each birthday, of a member 2 for each upload that is counted as unread, and ${ROWS_ABOUT_IT}`,
    ],
  }
}

function rowsMax(who: 'visitor' | 'member'): number {
  const unread = who === 'member' ? 2 * UPLOADS_UNREAD_MAX : 0
  return STRIPS[who] * 3 * GALLERY_PAGE_SIZE + 3 * BIRTHDAYS_SHOWN + unread + ROWS_ABOUT_IT
}
