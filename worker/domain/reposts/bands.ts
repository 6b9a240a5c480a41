import { type SQL, sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, text } from 'drizzle-orm/sqlite-core'
import { BANDS, HEX_PER_BAND } from '../../lib/picture-fingerprint.ts'

const bandOf = (band: number): SQL => sql.raw(`(substr(fingerprint, ${band * HEX_PER_BAND + 1}, ${HEX_PER_BAND}))`)
const bandColumn = (band: number) => text().generatedAlwaysAs(bandOf(band), { mode: 'virtual' })

/** The parts of the column `fingerprint`. Near fingerprints have a part that is equal or differs in one bit. */
export const fingerprintBands = {
  band0: bandColumn(0),
  band1: bandColumn(1),
  band2: bandColumn(2),
  band3: bandColumn(3),
  band4: bandColumn(4),
  band5: bandColumn(5),
} satisfies Record<`band${number}`, unknown>

type BandedTable = Record<keyof typeof fingerprintBands, AnySQLiteColumn>

/** An index of each band. */
export const bandIndexes = (name: string, table: BandedTable) =>
  Array.from({ length: BANDS }, (_, band) =>
    index(`${name}_band${band}`)
      .on(table[`band${band}` as keyof BandedTable])
      .where(sql.raw(`band${band} IS NOT NULL`)),
  )
