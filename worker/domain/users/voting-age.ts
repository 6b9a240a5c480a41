import { VOTER_MIN_HOURS } from '../../../contract/limits.ts'
import type { Viewer } from './viewer.ts'

const HOUR_MS = 3_600_000

/** True if the account is old enough to vote in compos and awards, and to nominate. */
export const mayVote = ({ createdAt }: Viewer, now: number) => now - createdAt >= VOTER_MIN_HOURS * HOUR_MS
