import { describe, expect, it } from 'vitest'
import { idempotencyKey } from '../../../web/lib/idempotency-key.ts'

describe('the key of a request', () => {
  const newKeys = () => {
    let count = 0
    return idempotencyKey(() => `key-${++count}`)
  }

  it('a request keeps its key until a reply arrives', () => {
    const { keyOf, renew } = newKeys()
    expect([keyOf({ title: 'Ebb' }), keyOf({ title: 'Ebb' })]).toEqual(['key-1', 'key-1'])
    renew()
    expect(keyOf({ title: 'Ebb' })).toBe('key-2')
  })

  it('another request has its own key', () => {
    const { keyOf } = newKeys()
    expect([keyOf({ title: 'Ebb' }), keyOf({ title: 'Flood' })]).toEqual(['key-1', 'key-2'])
  })
})
