import { addBulk } from '../../../dev/seed/bulk/add-bulk.ts'
import { sketchRows } from '../../../dev/seed/bulk/sketch-rows.ts'
import type { LocalSite } from '../../../dev/settings.ts'
import { addListRows, listRows, untriggeredRows } from './bulk-lists.ts'
import { preparedSite } from './state.ts'

/** A site with this many sketches, without files, and rows for every other list. A million takes some minutes. */
export function bulkSite(sketches: number): Promise<LocalSite> {
  // Part of the fingerprint: a changed statement refills the database.
  const rows = sketchRows({ base: 0, first: 1, from: 1, to: sketches, count: sketches, now: 0 })
  return preparedSite(
    `bulk-${sketches}`,
    { sketches, rows, lists: [...listRows(sketches), ...untriggeredRows(sketches)] },
    async (_, localSite) => {
      await addBulk(localSite, sketches, () => undefined)
      addListRows(localSite, sketches)
    },
  )
}

/** Id of the first bulk member. */
export async function firstMember(DB: D1Database): Promise<number> {
  const id = await DB.prepare(`SELECT id FROM users WHERE nickname_key = 'bulk 1'`).first<number>('id')
  if (id === null) throw new Error('there are no bulk rows')
  return id
}
