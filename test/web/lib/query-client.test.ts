import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../web/lib/query-client.ts'

describe('a write without a network', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('a write fails at once instead of waiting for the network', async () => {
    onlineManager.setOnline(false)
    const write = new MutationObserver(queryClient, { mutationFn: () => Promise.reject(new Error('no reply')) })
    await expect(write.mutate()).rejects.toThrow('no reply')
  }, 2000)
})
