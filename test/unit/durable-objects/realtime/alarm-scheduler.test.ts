import { expect, it } from 'vitest'
import { AlarmScheduler, type AlarmTimes } from '../../../../durable-objects/realtime/AlarmScheduler.ts'

/** Makes a scheduler with its stored times and the alarm of the object. */
function makeScheduler(times: AlarmTimes) {
  const stored = { times, alarm: null as number | null }
  const storage = {
    setAlarm: async (at: number) => {
      stored.alarm = at
    },
    deleteAlarm: async () => {
      stored.alarm = null
    },
  } as unknown as DurableObjectStorage
  const alarms = new AlarmScheduler(storage, {
    get: () => stored.times,
    set: (_name, next) => {
      stored.times = next
    },
  })
  return { stored, alarms }
}

it('an alarm is removed after its work', async () => {
  const { stored, alarms } = makeScheduler({ news: 5, count: 5, forget: 900_000 })
  await alarms.runDue(10, () => undefined)
  expect(stored).toEqual({ times: { forget: 900_000 }, alarm: 900_000 })
})

it('an alarm that its work sets again is kept', async () => {
  const { stored, alarms } = makeScheduler({ news: 5, count: 5, forget: 900_000 })
  await alarms.runDue(10, (name) => {
    if (name === 'count') alarms.set('count', 500)
  })
  expect(stored).toEqual({ times: { forget: 900_000, count: 500 }, alarm: 500 })
})

it('an alarm fires again when the object ends during its work', async () => {
  const { stored, alarms } = makeScheduler({ slices: 5 })
  void alarms.runDue(10, () => new Promise(() => undefined))
  expect(stored).toEqual({ times: { slices: 30_010 }, alarm: 30_010 })
})
