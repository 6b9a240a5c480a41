import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { removeOriginal } from '../../../worker/lib/files.ts'
import { changedFiles } from '../../support/worker/outages.ts'

describe('deletion of an original', () => {
  it('an original is deleted with its made sizes, also if one call lists only a part of them', async () => {
    for (const key of ['originals/a', 'derived/a/1.webp', 'derived/a/2.webp', 'derived/a/3.webp', 'derived/ab/1.webp'])
      await env.FILES.put(key, 'picture')
    const files = changedFiles({ list: (options: R2ListOptions) => env.FILES.list({ ...options, limit: 2 }) })
    await removeOriginal(files, 'originals/a')
    expect((await env.FILES.list()).objects.map(({ key }) => key)).toEqual(['derived/ab/1.webp'])
  })
})
