import { type BoardSlice, sliceName } from '../../contract/http/whiteboard.ts'
import type { TicketClaims } from '../realtime/ticket.ts'

/** What the worker says of who opens a socket. */
export type BoardOpening = { member: TicketClaims['member'] }

/** Where the picture of a slice lies in R2. */
export const sliceKey = (slice: BoardSlice) => `whiteboard/slices/${sliceName(slice)}`
