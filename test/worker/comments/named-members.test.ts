import { describe, expect, it } from 'vitest'
import type { Person as ListedPerson } from '../../../contract/http/users.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const named = async (names: string, as: Person | null = null) => {
  const path = `/api/v2/mention/named?names=${encodeURIComponent(names)}`
  return (await requestJson<{ items: ListedPerson[] }>(path, { as })).items.map(({ nickname }) => nickname).sort()
}

describe('members named in a text', () => {
  it('every nickname at the beginning of the text after an @ is found in upper or lower case', async () => {
    for (const nickname of ['Sable', 'Sable Quill', 'Umber']) await addPerson({ nickname })
    expect(await named('@sable quill said\n@UMBER\n@nobody at all')).toEqual(['Sable', 'Sable Quill', 'Umber'])
    expect(await named('sable')).toEqual([])
  })

  it('a member behind a block is not found', async () => {
    const [ochre, mira] = [await addPerson({ nickname: 'Ochre' }), await addPerson()]
    await block(ochre, mira)
    expect([await named('@Ochre', mira), await named('@Ochre')]).toEqual([[], ['Ochre']])
  })

  it('a missing text and a text over 300 characters are refused', async () => {
    expect(await errorOf(sendRequest(`/api/v2/mention/named?names=${'a'.repeat(301)}`))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest('/api/v2/mention/named'))).toEqual([400, 'bad_request'])
  })
})
