import { expect, it } from 'vitest'
import { type Due, DueTimes } from '../../../../durable-objects/lib/due.ts'

/** Where due times are kept, and the alarm that there is. */
function kept(due: Due) {
  const place = { due, alarm: null as number | null }
  const storage = {
    setAlarm: async (at: number) => {
      place.alarm = at
    },
    deleteAlarm: async () => {
      place.alarm = null
    },
  } as unknown as DurableObjectStorage
  const times = new DueTimes(
    storage,
    () => place.due,
    (next) => {
      place.due = next
    },
  )
  return { place, times }
}

it('what is done is due no more, unless it set another time itself', async () => {
  const { place, times } = kept({ news: 5, count: 5, forget: 900_000 })
  await times.doAll(10, (name) => {
    if (name === 'count') times.set('count', 500)
  })
  expect(place).toEqual({ due: { forget: 900_000, count: 500 }, alarm: 500 })
})

it('what the object ended in the midst of is due again', async () => {
  const { place, times } = kept({ slices: 5 })
  void times.doAll(10, () => new Promise(() => undefined))
  expect(place).toEqual({ due: { slices: 30_010 }, alarm: 30_010 })
})
