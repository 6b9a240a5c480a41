import { beforeAll, describe, expect, it } from 'vitest'
import { topicPage } from '../../../../worker/pages/first-load/forum.ts'
import { firstPage } from '../../../support/worker/first-page.ts'
import { addTopic } from '../../../support/worker/forum.ts'
import { addedToGroup, addGroup } from '../../../support/worker/groups.ts'
import { addRegular } from '../../../support/worker/people.ts'
import { addSketch } from '../../../support/worker/sketches.ts'

let group: string
let sketch: number
let topic: number
beforeAll(async () => {
  const mira = await addRegular()
  group = await addGroup(mira)
  sketch = await addSketch(mira)
  await addedToGroup(mira, group, sketch)
  topic = await addTopic(mira, { title: 'Muddy water' })
})

describe('first loads of groups and of the forum', () => {
  it('the list of groups comes with its cards', async () => {
    const { html, calls } = await firstPage('/groups')
    expect(calls).toEqual(['/api/v2/group?action=query'])
    expect(html).toContain(`href="/group/${group}"`)
  })

  it('a group comes with its gallery', async () => {
    const { html, calls } = await firstPage(`/group/${group}`)
    expect(calls).toEqual([
      `/api/v2/group?action=info&groupId=${group}`,
      `/api/v2/group?action=sketches&groupId=${group}`,
    ])
    expect(html).toContain(`href="/sketch/${sketch}?in=group-${group}"`)
  })

  it('the forum, a category and a topic come with their lists', async () => {
    const forum = await firstPage('/forum')
    expect([forum.calls, forum.html.includes(`href="/forum/topic/${topic}"`)]).toEqual([['/api/v2/forum/topics'], true])
    const category = await firstPage('/forum/critique')
    expect(category.calls).toEqual(['/api/v2/forum/topics?category=critique'])
    const page = await firstPage(`/forum/topic/${topic}`)
    expect(page.calls).toHaveLength(1)
    expect(page.html).toContain('Muddy water')
  })

  it('the page of a topic is one value of its call, whatever it contains', async () => {
    const { calls } = topicPage(topic, '1&page=2#3')
    expect(calls).toEqual([{ path: `/api/v2/forum/topic/${topic}?page=1%26page%3D2%233` }])
  })
})
