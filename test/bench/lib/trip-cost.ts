/** Cost of one database round trip; rows as billed by D1. `statement` is null for a batch. */
export type TripCost = {
  table: string
  rowsRead: number
  ms: number
  statement: { query: string; params: unknown[] } | null
}

/** A reply with its cost. */
export type CountedReply = { status: number; trips: TripCost[]; body: string }
