/** Index entry, item, artist. */
const ROWS_PER_ITEM = 3
/** Session, member, and the subject of the list, such as a tag. */
const ROWS_BESIDE_ITEMS = 5

/** The bar on the rows of a page with so many items. */
export const rowsFor = (items: number, rowsPerItem = ROWS_PER_ITEM) => rowsPerItem * items + ROWS_BESIDE_ITEMS

/** Readers of a list. */
export type Audience = 'everyone' | 'members' | 'staff'

/** Table and condition of a list, and the columns of its order. */
export type Source = {
  from: string
  keys: [string, ...string[]]
  path: string
  pageSize?: number
  rowsMax?: number
  audience?: Audience
}
