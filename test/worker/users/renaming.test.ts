import { beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../../contract/http/users.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { addComment, commentsOf } from '../../support/worker/comments.ts'
import { addThread, postsOf } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'

let mira: Person
let noor: Person
let newName: string
beforeEach(async () => {
  ;[mira, noor] = [await addPerson(), await addPerson()]
  newName = `Renamed ${noor.id}`
})

const save = (as: Person, fields: Parameters<typeof profileFormOf>[1]) =>
  jsonOf(sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, fields) }))
const rename = () => save(noor, { nickname: newName })
const aboutOf = async (person: Person) => {
  const profile = await requestJson<Profile>(`/api/user/${person.id}`)
  return profile.hidden ? null : { about: profile.about, mentions: profile.aboutMentions }
}
const greeting = () => `Ask @${noor.nickname} about ink.`
const mentioned = (member: Person, nickname: string) => ({
  userId: member.id,
  start: 4,
  length: noor.nickname.length + 1,
  nickname,
})

describe('mentions of a member with a new nickname [2 §2]', () => {
  it('a comment shows the present nickname', async () => {
    const sketch = await addSketch(mira)
    await addComment(mira, sketch, greeting())
    await rename()
    expect((await commentsOf(sketch)).items[0]?.mentions).toEqual([mentioned(noor, newName)])
  })

  it('a message shows the present nickname', async () => {
    const thread = await addThread(mira, await addPerson(), { text: greeting() })
    await rename()
    expect((await postsOf(mira, thread)).items[0]?.mentions).toEqual([mentioned(noor, newName)])
  })

  it('the text of a profile shows the present nickname', async () => {
    await save(mira, { about: greeting() })
    await rename()
    expect(await aboutOf(mira)).toEqual({ about: greeting(), mentions: [mentioned(noor, newName)] })
  })

  it('the mentions of a profile stay when its other fields are saved', async () => {
    await save(mira, { about: greeting() })
    await rename()
    await save(mira, { about: greeting(), country: 'NO' })
    expect((await aboutOf(mira))?.mentions).toEqual([mentioned(noor, newName)])
  })

  it('the mentions of a profile follow its text', async () => {
    await save(mira, { about: greeting() })
    await save(mira, { about: 'Draws alone.' })
    expect((await aboutOf(mira))?.mentions).toEqual([])
  })

  it('a mention leads to the account into which its member was merged', async () => {
    const target = await addPerson()
    await save(mira, { about: greeting() })
    await mergeAccounts(noor, target)
    expect((await aboutOf(mira))?.mentions).toEqual([mentioned(target, target.nickname)])
  })
})
