/** What one trip to the database cost: rows as D1 bills them, and the time of the trip. `asked` is null for a batch. */
export type TripCost = {
  table: string
  rowsRead: number
  ms: number
  asked: { query: string; params: unknown[] } | null
}

/** A reply of the site, with what it cost. */
export type CountedReply = { status: number; trips: TripCost[]; body: string }
