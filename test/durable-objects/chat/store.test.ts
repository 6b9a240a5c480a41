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

const who = fc.integer({ min: 0, max: 2 })
const line = fc.integer({ min: 1, max: 40 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('say' as const), who, key: fc.integer({ min: 1, max: 60 }) }) },
  fc.record({ do: fc.constant('edit' as const), who, id: line }),
  fc.record({ do: fc.constant('delete' as const), who, id: line }),
  fc.record({ do: fc.constant('remove' as const), id: line }),
  fc.record({ do: fc.constant('clear' as const), who }),
  fc.record({ do: fc.constant('mute' as const), who }),
  fc.record({ do: fc.constant('unmute' as const), who }),
  fc.record({ do: fc.constant('topic' as const), message: fc.constantFrom('', 'Be kind', 'Vote') }),
  fc.record({ do: fc.constant('rules' as const), slowSeconds: fc.constantFrom(...SLOW_SECONDS), hold: fc.boolean() }),
  fc.record({ do: fc.constant('review' as const), id: line, approve: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Carries a step out and returns its effects. */
function carryOut(talk: ChatSimulation, one: Step): Effect[] {
  const decided = () => {
    switch (one.do) {
      case 'say':
        return talk.say(people[one.who] ?? staff, `line ${one.key}`, { key: `key-${one.key}-abc`, again: 0 })
      case 'edit':
        return talk.send(people[one.who] ?? staff, { type: 'edit', id: one.id, message: `edited at ${talk.now}` })
      case 'delete':
        return talk.send(people[one.who] ?? staff, { type: 'delete', id: one.id })
      case 'remove':
        return talk.moderate(staff, { action: 'delete', id: one.id, reason: '' })
      case 'clear':
        return talk.moderate(staff, { action: 'clear', userId: one.who + 1, reason: '' })
      case 'mute':
        return talk.moderate(staff, { action: 'mute', userId: one.who + 1, minutes: 10, reason: '' })
      case 'unmute':
        return talk.moderate(staff, { action: 'unmute', userId: one.who + 1 })
      case 'topic':
        return talk.moderate(staff, { action: 'topic', message: one.message })
      case 'rules': {
        const rules = { slowSeconds: one.slowSeconds, speakers: 'everyone' as const, hold: one.hold }
        return talk.moderate(staff, { action: 'settings', rules, words: ['rude'] })
      }
      case 'review':
        return talk.moderate(staff, { action: 'review', id: one.id, approve: one.approve })
      case 'wait':
        talk.wait(one.seconds * 1000)
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
        fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 12 }), (batches) => {
          for (const table of ['batches', 'key_values', 'mutes', 'held_lines', 'outbox'])
            storage.sql.exec(`DELETE FROM ${table}`)
          const talk = new ChatSimulation({ channel: 'store-test' })
          for (const batch of batches) {
            const before = talk.room
            new ChatStore(storage).save(batch.flatMap((one) => carryOut(talk, one)))
            const woken = new ChatStore(storage).load(talk.room.limits, talk.now)
            expect(visibleState(woken, talk.now)).toEqual(visibleState(talk.room, talk.now))
            for (const { id } of talk.room.lines) expect(new ChatStore(storage).log.lineOf(id)).toEqual(talk.lineOf(id))
            for (const room of [talk.room, woken]) expect(caughtUp(room, before)).toEqual(talk.room.lines)
          }
        }),
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
      const talk = new ChatSimulation()
      const [mira, tomo] = [memberOf(), memberOf()]
      const { store, rowsRead } = countedStore(storage)
      for (let n = 0; n < 200; n++) store.save(talk.wait(5000).say(mira, `line ${n}`, { key: `key-${n}` }))
      expect(store.log.lineByKey(mira.id, 'key-0', 0)).toMatchObject({ id: 1, message: 'line 0' })
      store.save(talk.wait(5000).say(tomo, 'later', { key: 'key-0' }))
      store.save(talk.send(tomo, { type: 'delete', id: 201 }))
      const before = rowsRead()
      expect(store.log.lineByKey(mira.id, 'key-0', 0)).toMatchObject({ id: 1 })
      expect(store.log.lineByKey(mira.id, 'key-0', 1)).toBeNull()
      expect(store.log.lineByKey(tomo.id, 'key-0', 0)).toBe('deleted')
      expect(store.log.lineByKey(tomo.id, 'key-1', 0)).toBeNull()
      expect(rowsRead() - before).toBeLessThan(10)
    })
  })

  it('loading reads back only to the lines that are shown, and each row once if few remain', async () => {
    await runInDurableObject(env.CHAT.getByName('store-latest'), (_, { storage }) => {
      const talk = new ChatSimulation()
      const [mira, tomo] = [memberOf(), memberOf()]
      const { store, rowsRead } = countedStore(storage)
      const wake = () => {
        const before = rowsRead()
        return { woken: store.load(talk.room.limits, talk.now), rows: rowsRead() - before }
      }
      for (let n = 0; n < 1000; n++) store.save(talk.wait(5000).say(mira, `line ${n}`))
      const talked = wake()
      expect(talked.woken.lines).toEqual(talk.room.lines)
      expect(talked.rows).toBeLessThan(CHAT_HISTORY_LINES + 20)
      for (let n = 0; n < 20; n++) store.save(talk.wait(5000).say(tomo, `after ${n}`))
      store.save(allowed(talk.moderate(staff, { action: 'clear', userId: mira.id, reason: '' })))
      const cleared = wake()
      expect(cleared.woken.lines.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => 1001 + n))
      expect(cleared.woken).toMatchObject({ lastNumber: 1021, lastChangeNumber: 1021 })
      expect(cleared.woken.rates.get(tomo.id)).toEqual(talk.room.rates.get(tomo.id))
      expect(cleared.rows).toBeLessThan(1021 + 20)
    })
  })

  it('loading restores the rate limits of all members', async () => {
    await runInDurableObject(env.CHAT.getByName('store-rates'), (_, { storage }) => {
      const talk = new ChatSimulation()
      const mira = memberOf()
      const store = new ChatStore(storage)
      const rules = { slowSeconds: 300, speakers: 'everyone', hold: false } as const
      store.save(allowed(talk.moderate(staff, { action: 'settings', rules, words: [] })))
      store.save(talk.say(mira, 'first'))
      store.save(allowed(talk.moderate(staff, { action: 'topic', message: 'Be kind' })))
      const gone = [
        talk.say(memberOf(), 'rude'),
        allowed(talk.moderate(staff, { action: 'delete', id: 4, reason: '' })),
      ]
      for (const effects of gone) store.save(effects)
      for (let n = 0; n < CHAT_HISTORY_LINES; n++) store.save(talk.wait(1000).say(memberOf(), `line ${n}`))
      const woken = store.load(talk.room.limits, talk.now)
      expect([...woken.rates].sort(([a], [b]) => a - b)).toEqual([...talk.room.rates].sort(([a], [b]) => a - b))
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

  it('expired mutes are deleted when another mute is set or lifted', async () => {
    await runInDurableObject(env.CHAT.getByName('store-mutes'), (_, { storage }) => {
      const talk = new ChatSimulation()
      const [mira, tomo, vera] = [memberOf(), memberOf(), memberOf()]
      const kept = () =>
        storage.sql
          .exec<{ id: number }>('SELECT user_id AS id FROM mutes ORDER BY 1')
          .toArray()
          .map(({ id }) => id)
      /** Acts on a room that was loaded again, and so has no expired mutes in memory. */
      const reloadAndModerate = (act: Parameters<ChatSimulation['moderate']>[1]) => {
        talk.room = new ChatStore(storage).load(talk.room.limits, talk.now)
        new ChatStore(storage).save(allowed(talk.moderate(staff, act)))
      }
      const mute = (userId: number, minutes: 10 | 60) =>
        reloadAndModerate({ action: 'mute', userId, minutes, reason: '' })
      mute(mira.id, 10)
      mute(tomo.id, 60)
      expect(kept()).toEqual([mira.id, tomo.id])
      talk.wait(10 * 60_000)
      mute(vera.id, 10)
      expect(kept()).toEqual([tomo.id, vera.id])
      talk.wait(10 * 60_000)
      reloadAndModerate({ action: 'unmute', userId: tomo.id })
      expect(kept()).toEqual([])
    })
  })

  it('the store keeps no text of a deleted line', async () => {
    await runInDurableObject(env.CHAT.getByName('store-gone'), (_, { storage }) => {
      const talk = new ChatSimulation()
      const mira = memberOf()
      const store = new ChatStore(storage)
      store.save(talk.say(mira, 'first secret'))
      store.save(talk.send(mira, { type: 'edit', id: 1, message: 'second secret' }))
      store.save([...talk.say(mira, 'third secret'), ...talk.send(mira, { type: 'delete', id: 3 })])
      store.save(talk.send(mira, { type: 'delete', id: 1 }))
      const kept = storage.sql.exec<{ events: string }>('SELECT events FROM batches').toArray()
      expect(kept.map(({ events }) => events).join()).not.toContain('secret')
      expect(store.load(talk.room.limits, START).lines).toEqual([])
    })
  })
})
