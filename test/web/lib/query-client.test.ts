import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CallError } from '../../../web/lib/call.ts'
import { queryClient } from '../../../web/lib/query-client.ts'

const lost = () => Promise.reject(new CallError(0, 'no_reply', null))

describe('without a network', () => {
  beforeAll(() => onlineManager.setOnline(false))
  afterAll(() => onlineManager.setOnline(true))

  it('a write fails at once, so that the member can try again', async () => {
    const write = new MutationObserver(queryClient, { mutationFn: lost })
    await expect(write.mutate()).rejects.toMatchObject({ code: 'no_reply' })
  })

  it('a read fails instead of loading for ever', async () => {
    await expect(queryClient.fetchQuery({ queryKey: ['lost'], queryFn: lost })).rejects.toMatchObject({
      code: 'no_reply',
    })
  })
})

it('a read on the page is repeated when the network is back', () => {
  expect(queryClient.defaultQueryOptions({ queryKey: ['lost'], queryFn: lost }).refetchOnReconnect).toBe(true)
})
