import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { id } from '../../contract/http/common.ts'
import { person } from '../../contract/http/users.ts'

/** Lifetime of a ticket. The server requests a new one shortly before the old one expires. */
export const TICKET_SECONDS = 600

const AUDIENCE = 'sockets'

/** A member's relation to a chat room: a fan of its owner, or a member of its group (`inGroup`). */
export const roomRelation = z.object({
  channel: z.string(),
  fan: z.boolean(),
  inGroup: z.boolean(),
})
export type RoomRelation = z.infer<typeof roomRelation>

/** The member, the session that the ticket belongs to, and the relation to the room that it was requested for. */
export const ticketClaims = z.object({
  member: z.extend(person, { id, flags: z.string(), registeredAt: z.int() }),
  session: z.string(),
  relation: z.nullable(roomRelation),
})
export type TicketClaims = z.infer<typeof ticketClaims>

const signedClaims = z.extend(ticketClaims, { issuedAt: z.int() })

/** A ticket whose signature was checked. Times are in milliseconds since 1970. */
export type VerifiedTicket = z.infer<typeof signedClaims> & { expiresAt: number }

const keyOf = (secret: string) => new TextEncoder().encode(secret)

/** Signs a ticket that is valid for `TICKET_SECONDS`. */
export function signTicket(secret: string, claims: TicketClaims, now: number): Promise<string> {
  return new SignJWT({ ...claims, issuedAt: now })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(now / 1000) + TICKET_SECONDS)
    .sign(keyOf(secret))
}

/** Checks a ticket. Null if it is forged, expired or malformed. */
export async function readTicket(secret: string, ticket: string, now: number): Promise<VerifiedTicket | null> {
  try {
    const { payload } = await jwtVerify(ticket, keyOf(secret), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    })
    const claims = signedClaims.safeParse(payload)
    return claims.success ? { ...claims.data, expiresAt: (payload.exp ?? 0) * 1000 } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
