import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AlarmScheduler, type AlarmTimes } from '../../../durable-objects/realtime/AlarmScheduler.ts'
import { KeyValues } from '../../../durable-objects/realtime/KeyValues.ts'
import { type Numbered, OUTBOX_ALARM, Outbox, type OutboxValues } from '../../../durable-objects/realtime/Outbox.ts'

type Event = { at: number; name: number }

/** An outbox, and a site that fails for batches which it does not accept. */
type Setup = {
  site: { accepts: (names: number[]) => boolean; stored: number[] }
  alarms: AlarmScheduler
  add(names: number[]): void
  deliver(): Promise<void>
  outbox(): Outbox<Event>
  pending(): number[]
}

const namesOf = (events: Numbered<Event>[]) => events.map(({ event }) => event.name)

function withOutbox(run: (setup: Setup) => Promise<void>): Promise<void> {
  return runInDurableObject(env.CHAT.getByName(crypto.randomUUID()), (_room, { storage }) => {
    const values = new KeyValues<OutboxValues & { alarms: AlarmTimes }>(storage.sql)
    const alarms = new AlarmScheduler(storage, values)
    const site: Setup['site'] = { accepts: () => true, stored: [] }
    // Made anew for each delivery, because rooms hibernate between them.
    const outbox = () => new Outbox<Event>(storage.sql, values)
    return run({
      site,
      outbox,
      alarms,
      add: (names) => {
        for (const name of names) outbox().add({ at: Date.now(), name })
      },
      deliver: () =>
        outbox().deliver(alarms, async (events) => {
          if (!site.accepts(namesOf(events))) throw new Error('refused')
          site.stored.push(...namesOf(events))
        }),
      pending: () => namesOf(outbox().pending()),
    })
  })
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('events of a room for the site', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Delivers repeatedly, as the alarm does. */
  async function repeat(deliver: () => Promise<void>, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await deliver()
      vi.setSystemTime(Date.now() + 30_000)
    }
  }

  it('events that the site refuses together are delivered in smaller numbers', () =>
    withOutbox(async ({ site, add, deliver }) => {
      site.accepts = (names) => names.length <= 3
      add(numbers(120))
      await deliver()
      expect(site.stored).toEqual(numbers(120))
    }))

  it('an event that the site refuses for an hour is dropped, and all others are delivered in order', () =>
    withOutbox(({ site, add, deliver, pending }) =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 120 }),
          fc.uniqueArray(fc.nat(119), { maxLength: 2 }),
          async (count, refused) => {
            site.stored = []
            site.accepts = (names) => !names.some((name) => refused.includes(name))
            add(numbers(count))
            await repeat(deliver, 1 + 120 * refused.length)
            expect(site.stored).toEqual(numbers(count).filter((name) => !refused.includes(name)))
            expect(pending()).toEqual([])
          },
        ),
        { numRuns: 12 },
      ),
    ))

  it('no event is lost while the site can store nothing', () =>
    withOutbox(async ({ site, add, deliver }) => {
      add(numbers(3))
      site.accepts = () => false
      await repeat(deliver, 500)
      site.accepts = () => true
      await deliver()
      expect(site.stored).toEqual(numbers(3))
    }))

  it('an alarm that fires during a delivery is set again', () =>
    withOutbox(async ({ alarms, add, outbox }) => {
      add([1])
      const [kept, sending] = [outbox(), Promise.withResolvers<void>()]
      const delivery = kept.deliver(alarms, () => sending.promise)
      await alarms.runDue(Date.now() + 60_000, () => kept.deliver(alarms, () => sending.promise))
      expect(alarms.at(OUTBOX_ALARM)).toBe(Date.now() + 30_000)
      sending.resolve()
      await delivery
    }))

  it('failures within half a minute count once', () =>
    withOutbox(async ({ site, add, deliver }) => {
      add([7])
      site.accepts = (names) => names.length === 0
      for (let time = 0; time < 200; time++) await deliver()
      site.accepts = () => true
      await deliver()
      expect(site.stored).toEqual([7])
    }))
})
