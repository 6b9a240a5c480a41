import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expires: number }

const ENTRIES_MAX = 1000

/** In-memory store of the local provider. Sign-in sessions are not stored. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  return (model) => (model === 'Session' ? discardingAdapter : storingAdapter(entries, model))
}

// Without a session, every authorization request shows the account picker.
const discardingAdapter: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

function storingAdapter(entries: Map<string, Entry>, model: string): Adapter {
  const keyOf = (id: string) => `${model}:${id}`

  const find = async (id: string) => {
    const entry = entries.get(keyOf(id))
    return entry && entry.expires > Date.now() ? entry.payload : undefined
  }

  return {
    find,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn) {
      entries.delete(keyOf(id))
      entries.set(keyOf(id), { payload, expires: expiresIn ? Date.now() + expiresIn * 1000 : Infinity })
      for (const oldest of entries.keys()) {
        if (entries.size <= ENTRIES_MAX) break
        entries.delete(oldest)
      }
    },
    async consume(id) {
      const payload = await find(id)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(keyOf(id))
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key)
      }
    },
  }
}
