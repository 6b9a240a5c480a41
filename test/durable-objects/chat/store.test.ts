import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_HISTORY_LINES } from '../../../contract/limits.ts'
import { SLOW_SECONDS } from '../../../contract/socket/chat.ts'
import { ChatStore } from '../../../durable-objects/chat/ChatStore.ts'
import { type Effect, missedSince, type Room } from '../../../durable-objects/chat/state.ts'
import { ChatSimulation, memberOf, START } from '../../support/unit/chat-simulation.ts'

const people = [memberOf({ id: 1 }), memberOf({ id: 2 }), memberOf({ id: 3, flags: 'm' })]
const staff = people[2] ?? memberOf()

const member = fc.integer({ min: 0, max: 2 })
const line = fc.integer({ min: 1, max: 40 })
const stepArbitrary = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('say' as const), member, key: fc.integer({ min: 1, max: 60 }) }),
  },
  fc.record({ do: fc.constant('edit' as const), member, id: line }),
  fc.record({ do: fc.constant('delete' as const), member, id: line }),
  fc.record({ do: fc.constant('remove' as const), id: line }),
  fc.record({ do: fc.constant('clear' as const), member }),
  fc.record({ do: fc.constant('mute' as const), member }),
  fc.record({ do: fc.constant('unmute' as const), member }),
  fc.record({ do: fc.constant('topic' as const), message: fc.constantFrom('', 'Be kind', 'Vote') }),
  fc.record({ do: fc.constant('rules' as const), slowSeconds: fc.constantFrom(...SLOW_SECONDS), hold: fc.boolean() }),
  fc.record({ do: fc.constant('review' as const), id: line, approve: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
)
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never

/** Carries a step out and returns its effects. */
function carryOut(simulation: ChatSimulation, step: Step): Effect[] {
  const decided = () => {
    switch (step.do) {
      case 'say':
        return simulation.say(people[step.member] ?? staff, `line ${step.key}`, {
          key: `key-${step.key}-abc`,
          again: 0,
        })
      case 'edit':
        return simulation.send(people[step.member] ?? staff, {
          type: 'edit',
          id: step.id,
          message: `edited at ${simulation.now}`,
        })
      case 'delete':
        return simulation.send(people[step.member] ?? staff, { type: 'delete', id: step.id })
      case 'remove':
        return simulation.moderate(staff, { action: 'delete', id: step.id, reason: '' })
      case 'clear':
        return simulation.moderate(staff, { action: 'clear', userId: step.member + 1, reason: '' })
      case 'mute':
        return simulation.moderate(staff, { action: 'mute', userId: step.member + 1, minutes: 10, reason: '' })
      case 'unmute':
        return simulation.moderate(staff, { action: 'unmute', userId: step.member + 1 })
      case 'topic':
        return simulation.moderate(staff, { action: 'topic', message: step.message })
      case 'rules': {
        const rules = { slowSeconds: step.slowSeconds, speakers: 'everyone' as const, hold: step.hold }
        return simulation.moderate(staff, { action: 'settings', rules, words: ['rude'] })
      }
      case 'review':
        return simulation.moderate(staff, { action: 'review', id: step.id, approve: step.approve })
      case 'wait':
        simulation.wait(step.seconds * 1000)
        return []
    }
  }
  const effects = decided()
  return typeof effects === 'string' ? [] : effects
}

/** Returns the part of a room that members and moderators can see. */
function visibleState(room: Room, now: number) {
  return {
    lines: room.lines,
    topic: room.topic,
    rules: room.rules,
    words: room.words,
    number: room.lastNumber,
    held: [...room.held.values()],
    muted: [...room.muted].filter(([, { until }]) => until > now).sort(([a], [b]) => a - b),
  }
}

/** Makes a store that counts the rows it reads. */
function countedStore(storage: DurableObjectStorage) {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []
  const exec: SqlStorage['exec'] = (query, ...values) => {
    const cursor = storage.sql.exec<never>(query, ...values)
    cursors.push(cursor)
    return cursor
  }
  const counted = { sql: { exec }, transactionSync: (act: () => never) => storage.transactionSync(act) }
  return {
    store: new ChatStore(counted as unknown as DurableObjectStorage),
    rowsRead: () => cursors.reduce((rows, { rowsRead }) => rows + rowsRead, 0),
  }
}

/** Returns the effects. @throws if the act was refused. */
function allowed(effects: Effect[] | string): Effect[] {
  if (typeof effects === 'string') throw new Error(effects)
  return effects
}

describe('loading a room from its store', () => {
  it('the loaded room equals the original, whatever happened in it', async () => {
    await runInDurableObject(env.CHAT.getByName('store-test'), (_, { storage }) => {
      fc.assert(
        fc.property(
          fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 12 }), { maxLength: 12 }),
          (batches) => {
            for (const table of ['batches', 'key_values', 'mutes', 'held_lines', 'outbox'])
              storage.sql.exec(`DELETE FROM ${table}`)
            const simulation = new ChatSimulation({ channel: 'store-test' })
            for (const batch of batches) {
              const before = simulation.room
              new ChatStore(storage).save(batch.flatMap((step) => carryOut(simulation, step)))
              const woken = new ChatStore(storage).load(simulation.room.limits, simulation.now)
              expect(visibleState(woken, simulation.now)).toEqual(visibleState(simulation.room, simulation.now))
              for (const { id } of simulation.room.lines)
                expect(new ChatStore(storage).log.lineOf(id)).toEqual(simulation.lineOf(id))
              for (const room of [simulation.room, woken]) expect(caughtUp(room, before)).toEqual(simulation.room.lines)
            }
          },
        ),
        { numRuns: 400 },
      )
    })

    /** Returns the lines of a member who had everything before and gets what they missed. */
    function caughtUp(room: Room, before: Room) {
      const event = missedSince(room, before.lastNumber)
      if (event.type !== 'chats') return null
      return event.missed ? [...before.lines, ...event.lines].slice(-CHAT_HISTORY_LINES) : event.lines
    }
  })

  it('looking up a repeated line by its key reads few rows', async () => {
    await runInDurableObject(env.CHAT.getByName('store-keys'), (_, { storage }) => {
      const simulation = new ChatSimulation()
      const [mira, tomo] = [memberOf(), memberOf()]
      const { store, rowsRead } = countedStore(storage)
      for (let n = 0; n < 200; n++) store.save(simulation.wait(5000).say(mira, `line ${n}`, { key: `key-${n}` }))
      expect(store.log.lineByKey(mira.id, 'key-0', 0)).toMatchObject({ id: 1, message: 'line 0' })
      store.save(simulation.wait(5000).say(tomo, 'later', { key: 'key-0' }))
      store.save(simulation.send(tomo, { type: 'delete', id: 201 }))
      const before = rowsRead()
      expect(store.log.lineByKey(mira.id, 'key-0', 0)).toMatchObject({ id: 1 })
      expect(store.log.lineByKey(mira.id, 'key-0', 1)).toBeNull()
      expect(store.log.lineByKey(tomo.id, 'key-0', 0)).toBe('deleted')
      expect(store.log.lineByKey(tomo.id, 'key-1', 0)).toBeNull()
      expect(rowsRead() - before).toBeLessThan(10)
    })
  })

  /** Stores a thousand lines of one member in a counted store. `wake` loads the room and counts the rows read. */
  function storeThousandLines(storage: DurableObjectStorage) {
    const simulation = new ChatSimulation()
    const mira = memberOf()
    const { store, rowsRead } = countedStore(storage)
    for (let n = 0; n < 1000; n++) store.save(simulation.wait(5000).say(mira, `line ${n}`))
    const wake = () => {
      const before = rowsRead()
      return { woken: store.load(simulation.room.limits, simulation.now), rows: rowsRead() - before }
    }
    return { simulation, mira, store, wake }
  }

  it('loading reads back only to the lines that are shown', async () => {
    await runInDurableObject(env.CHAT.getByName('store-latest'), (_, { storage }) => {
      const { simulation, wake } = storeThousandLines(storage)
      const { woken, rows } = wake()
      expect(woken.lines).toEqual(simulation.room.lines)
      expect(rows).toBeLessThan(CHAT_HISTORY_LINES + 20)
    })
  })

  it('loading reads each row once if few lines remain', async () => {
    await runInDurableObject(env.CHAT.getByName('store-cleared'), (_, { storage }) => {
      const { simulation, mira, store, wake } = storeThousandLines(storage)
      const tomo = memberOf()
      for (let n = 0; n < 20; n++) store.save(simulation.wait(5000).say(tomo, `after ${n}`))
      store.save(allowed(simulation.moderate(staff, { action: 'clear', userId: mira.id, reason: '' })))
      const { woken, rows } = wake()
      expect(woken.lines.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => 1001 + n))
      expect(woken).toMatchObject({ lastNumber: 1021, lastChangeNumber: 1021 })
      expect(woken.rates.get(tomo.id)).toEqual(simulation.room.rates.get(tomo.id))
      expect(rows).toBeLessThan(1021 + 20)
    })
  })

  it('loading restores the rate limits of all members', async () => {
    await runInDurableObject(env.CHAT.getByName('store-rates'), (_, { storage }) => {
      const simulation = new ChatSimulation()
      const mira = memberOf()
      const store = new ChatStore(storage)
      const rules = { slowSeconds: 300, speakers: 'everyone', hold: false } as const
      store.save(allowed(simulation.moderate(staff, { action: 'settings', rules, words: [] })))
      store.save(simulation.say(mira, 'first'))
      store.save(allowed(simulation.moderate(staff, { action: 'topic', message: 'Be kind' })))
      const gone = [
        simulation.say(memberOf(), 'rude'),
        allowed(simulation.moderate(staff, { action: 'delete', id: 4, reason: '' })),
      ]
      for (const effects of gone) store.save(effects)
      for (let n = 0; n < CHAT_HISTORY_LINES; n++) store.save(simulation.wait(1000).say(memberOf(), `line ${n}`))
      const woken = store.load(simulation.room.limits, simulation.now)
      expect([...woken.rates].sort(([a], [b]) => a - b)).toEqual([...simulation.room.rates].sort(([a], [b]) => a - b))
      expect(woken.rates.has(mira.id)).toBe(true)
    })
  })

  it('ids of outbox events are unique and increase, also when the outbox was empty', async () => {
    await runInDurableObject(env.CHAT.getByName('store-outbox'), (_, { storage }) => {
      const store = new ChatStore(storage)
      const ids = [START + 900, START, START, START - 5000].map((at) => {
        store.save([{ do: 'report', event: { kind: 'gone', at, numbers: [1] } }])
        const id = store.outbox.pending().at(-1)?.id ?? 0
        store.outbox.remove(id)
        return id
      })
      expect(ids).toEqual([0, 1, 2, 3].map((more) => START + 900 + more))
    })
  })

  it('a cleared room still reports acts, and no lines that may mention members', async () => {
    await runInDurableObject(env.CHAT.getByName('store-reports'), (_, { storage }) => {
      const [simulation, store] = [new ChatSimulation(), new ChatStore(storage)]
      const say = simulation.say(memberOf(), 'hello @Noor', { key: 'mentions-noor', again: 0 })
      store.save(allowed(say))
      store.save(allowed(simulation.moderate(staff, { action: 'topic', message: 'Be kind' })))
      expect(store.outbox.pending().map(({ event }) => event.kind)).toEqual(['named', 'act'])
      store.clear(simulation.room, simulation.now)
      expect(store.outbox.pending().map(({ event }) => event.kind)).toEqual(['act'])
    })
  })

  it('a member who returns to a cleared room gets its lines anew', async () => {
    await runInDurableObject(env.CHAT.getByName('store-cleared-lines'), (_, { storage }) => {
      const [simulation, store] = [new ChatSimulation(), new ChatStore(storage)]
      store.save(simulation.say(memberOf(), 'hello'))
      const { lastNumber } = simulation.room
      const cleared = store.clear(simulation.room, simulation.now)
      expect(missedSince(cleared, lastNumber)).toMatchObject({ missed: false, lines: [] })
    })
  })

  it('expired mutes are deleted when another mute is set or lifted', async () => {
    await runInDurableObject(env.CHAT.getByName('store-mutes'), (_, { storage }) => {
      const simulation = new ChatSimulation()
      const [mira, tomo, vera] = [memberOf(), memberOf(), memberOf()]
      const kept = () =>
        storage.sql
          .exec<{ id: number }>('SELECT user_id AS id FROM mutes ORDER BY 1')
          .toArray()
          .map(({ id }) => id)
      /** Acts on a room that was loaded again, and so has no expired mutes in memory. */
      const reloadAndModerate = (act: Parameters<ChatSimulation['moderate']>[1]) => {
        simulation.room = new ChatStore(storage).load(simulation.room.limits, simulation.now)
        new ChatStore(storage).save(allowed(simulation.moderate(staff, act)))
      }
      const mute = (userId: number, minutes: 10 | 60) =>
        reloadAndModerate({ action: 'mute', userId, minutes, reason: '' })
      mute(mira.id, 10)
      mute(tomo.id, 60)
      expect(kept()).toEqual([mira.id, tomo.id])
      simulation.wait(10 * 60_000)
      mute(vera.id, 10)
      expect(kept()).toEqual([tomo.id, vera.id])
      simulation.wait(10 * 60_000)
      reloadAndModerate({ action: 'unmute', userId: tomo.id })
      expect(kept()).toEqual([])
    })
  })

  it('the store keeps no text of a deleted line', async () => {
    await runInDurableObject(env.CHAT.getByName('store-gone'), (_, { storage }) => {
      const simulation = new ChatSimulation()
      const mira = memberOf()
      const store = new ChatStore(storage)
      store.save(simulation.say(mira, 'first secret'))
      store.save(simulation.send(mira, { type: 'edit', id: 1, message: 'second secret' }))
      store.save([...simulation.say(mira, 'third secret'), ...simulation.send(mira, { type: 'delete', id: 3 })])
      store.save(simulation.send(mira, { type: 'delete', id: 1 }))
      const kept = storage.sql.exec<{ events: string }>('SELECT events FROM batches').toArray()
      expect(kept.map(({ events }) => events).join()).not.toContain('secret')
      expect(store.load(simulation.room.limits, START).lines).toEqual([])
    })
  })
})
