import { queryOptions } from '@tanstack/react-query'
import { type FoundPerson, peopleReply, USERS_AT_ONCE } from '../../../contract/http/users.ts'
import { call } from '../../lib/call.ts'

/**
 * Finds members as they are now, for texts that were stored with their former names, and the emoticons of their lines.
 * Missing ones are left out.
 */
export async function findPeople(
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, FoundPerson>> {
  const people = new Map<number, FoundPerson>()
  for (let start = 0; start < ids.length; start += USERS_AT_ONCE) {
    const users = ids.slice(start, start + USERS_AT_ONCE).join()
    const { items } = await call(peopleReply, `/api/v2/users/people?users=${users}`, undefined, signal)
    for (const person of items) people.set(person.id, person)
  }
  return people
}

export const peopleQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['people', ...ids],
    queryFn: ({ signal }) => findPeople(ids, signal),
    staleTime: 60_000,
  })
