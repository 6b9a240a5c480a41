import { sql } from 'drizzle-orm'
import { withdrawFromLobby } from './lobby.ts'
import { recheckViewers } from './object.ts'

/** The id of the stream whose replay was posted with a sketch, or null. */
export const replayStreamOf = (sketchId: number) =>
  sql<number | null>`(SELECT streams.id FROM streams WHERE streams.replay_sketch_id = ${sketchId})`

type Env = Parameters<typeof recheckViewers>[0]

/**
 * Hides a stream whose replay has become mature: deletes its line in the lobby, and makes the members of its room
 * reconnect, which refuses those who may not see it.
 */
export async function hideMatureReplay(env: Env, stream: { id: number; userId: number }): Promise<void> {
  await Promise.all([withdrawFromLobby(env, stream), recheckViewers(env, { id: stream.id, state: 'ended' })])
}
