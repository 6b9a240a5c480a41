import { describe, expect, it } from 'vitest'
import type { NoticeOfStaff, NotificationItem } from '../../../contract/http/notifications.ts'
import { notificationText, type PartedText, staffNoticeText } from '../../../web/lib/messages/notifications.ts'
import { sampleNotification } from '../../support/web/samples.ts'

const ME = 7
const notification = sampleNotification()
const COMMENT = { id: 4, excerpt: 'Look at this.' }
const POND = { id: 'pond-life', title: 'Pond life', discussion: 9 }
const COMPO = { id: 'way-home', title: 'Way home', compoId: 6 }
const onProfile = (id: number) => ({ sketch: null, profile: { id, nickname: 'Ines' } })

const plain = (text: PartedText) => text.map((part) => (typeof part === 'string' ? part : part.work)).join('')

describe('the text of a notification', () => {
  it.each<[Partial<NotificationItem>, string]>([
    [{}, 'commented on Low tide'],
    [{ isReply: true }, 'replied to you on Low tide'],
    [{ ...onProfile(ME) }, 'commented on your profile'],
    [{ ...onProfile(8), isReply: true }, 'replied to you on Ines’s profile'],
    [{ category: 'mentions', comment: COMMENT }, 'mentioned you on Low tide'],
    ...(['owner', 'moderator'] as const).map((groupRole): [Partial<NotificationItem>, string] => [
      { category: 'mentions', sketch: null, group: POND, groupRole },
      `made you ${groupRole === 'owner' ? 'the owner' : 'a moderator'} of Pond life`,
    ]),
    [
      { category: 'mentions', sketch: null, group: POND, groupRole: 'offered' },
      'offers to make you the owner of Pond life',
    ],
    [{ category: 'mentions', sketch: null, group: POND, groupRole: 'former_owner' }, 'became the owner of Pond life'],
    [
      { category: 'mentions', sketch: null, group: POND, groupRole: 'inherited' },
      'left, so you are now the owner of Pond life',
    ],
    [{ category: 'mentions' }, 'posted a sketch that looks like one of yours: Low tide'],
    [{ category: 'notes', sketch: null, note: { excerpt: 'New prints.' } }, 'wrote to their fans'],
    [
      { category: 'challenges', actor: null, sketch: null, challenge: { id: 6, title: 'Low tide' } },
      'Your idea became a daily challenge: Low tide',
    ],
    [
      {
        category: 'challenges',
        actor: null,
        sketch: null,
        group: { id: 'pond-life', title: 'Pond life', discussion: 2 },
        challenge: { id: 6, title: 'Frogs' },
      },
      'New challenge in Pond life: Frogs',
    ],
    [{ category: 'gifts', sketch: null, gift: { item: 'hearts25', message: 'Keep going.' } }, 'gave you 25 hearts'],
    [{ category: 'gifts', sketch: null, gift: { item: 'patron', message: '' } }, 'gave you a year as a patron'],
    [{ category: 'streams', sketch: null, stream: { id: 5, title: 'Inks' } }, 'started a live stream: Inks'],
    [
      { category: 'mentions', sketch: null, chat: { channel: 'lobby', title: null, line: 4, excerpt: '@Vera look' } },
      'mentioned you in the chat room lobby',
    ],
    [
      { category: 'mentions', sketch: null, chat: { channel: 'stream-6', title: 'Inks', line: 4, excerpt: '@Vera' } },
      'mentioned you in the chat of Inks',
    ],
    [{ category: 'mentions', sketch: null, offeredRoom: 'inks' }, 'offers you the chat room inks'],
    [{ sketch: null, group: POND }, 'commented on the discussion of Pond life'],
    [
      { category: 'mentions', sketch: null, group: POND, comment: COMMENT },
      'mentioned you on the discussion of Pond life',
    ],
    [{ sketch: null, compo: COMPO }, 'commented on the discussion of Way home'],
    [
      { category: 'compos', sketch: null, actor: null, compo: COMPO, compoNotice: 'ending' },
      'Less than a day left to vote in Way home',
    ],
    [
      { category: 'compos', sketch: null, actor: null, compo: COMPO, group: POND, compoNotice: 'begun' },
      'New compo in Pond life: Way home',
    ],
    [{ category: 'compos', actor: null, compo: COMPO, compoNotice: 'invite' }, 'Staff invite Low tide into Way home'],
    [{ category: 'compos', actor: null, compo: COMPO, compoNotice: 'moved_up' }, 'Low tide moved up in Way home'],
    [
      { category: 'challenges', actor: null, sketch: null, declinedIdea: 'Fog: Had that.' },
      'Staff declined your idea for a challenge',
    ],
    [
      { category: 'compos', actor: null, compo: COMPO, compoNotice: 'entered' },
      'Staff entered Low tide in Way home for you',
    ],
    [
      {
        ...{ category: 'features', sketch: null },
        groupRequest: 'Pond life',
        decision: { state: 'approved', message: '' },
      },
      'approved your request for the group Pond life',
    ],
    [
      {
        ...{ category: 'features', sketch: null },
        groupRequest: 'Pond life',
        decision: { state: 'rejected', message: 'No.' },
      },
      'did not approve your request for the group Pond life',
    ],
    [
      { category: 'features', group: POND, decision: { state: 'approved', message: '' } },
      'approved Low tide for Pond life',
    ],
    [
      { category: 'features', group: POND, decision: { state: 'rejected', message: 'No pond.' } },
      'did not approve Low tide for Pond life',
    ],
    [{ category: 'hearts' }, 'gave a heart to Low tide'],
    [{ category: 'hearts', count: 1205 }, 'and 1,204 more gave a heart to Low tide'],
    [{ category: 'fans', sketch: null }, 'is now your fan'],
    [{ category: 'features' }, 'featured Low tide'],
  ])('the text says what happened and where: %j', (fields, text) => {
    expect(plain(notificationText({ ...notification, ...fields }, ME))).toBe(text)
  })

  it.each<[Partial<NotificationItem>, string[]]>([
    [{ category: 'hearts' }, ['Low tide']],
    [{ category: 'compos', actor: null, compo: COMPO, compoNotice: 'invite' }, ['Low tide']],
    [{ category: 'streams', sketch: null, stream: { id: 5, title: 'Inks' } }, ['Inks']],
    [{ sketch: null, group: POND }, []],
  ])('titles of works are parts of their own: %j', (fields, titles) => {
    const works = notificationText({ ...notification, ...fields }, ME).filter((part) => typeof part !== 'string')
    expect(works).toEqual(titles.map((work) => ({ work })))
  })
})

describe('the text of a notice of staff', () => {
  const notice: NoticeOfStaff = {
    ...{
      of: 'case',
      id: 4,
      kind: 'comment',
      title: '',
      acted: null,
      action: null,
      reason: '',
      undone: false,
      outcome: null,
    },
  }
  it.each<[Partial<NoticeOfStaff>, string]>([
    [{ acted: true }, 'Your report of a comment was reviewed, and we took action'],
    [{ acted: false }, 'Your report of a comment was reviewed. No action was needed'],
    [{ acted: true, undone: true }, 'Your report of a comment was looked at again, and the decision was withdrawn'],
    [{ action: 'delete' }, 'Your comment was deleted'],
    [{ action: 'delete', title: 'Low tide' }, 'Your comment on “Low tide” was deleted'],
    [{ action: 'violation', kind: 'sketch', title: 'Low tide' }, 'Your sketch “Low tide” was hidden'],
    [{ action: 'delete', kind: 'post', title: 'Newts' }, 'Your forum post in “Newts” was deleted'],
    [{ action: 'remove_topic', kind: 'post', title: 'Newts' }, 'Your forum topic “Newts” was removed'],
    [{ action: 'hide_replay', kind: 'stream', title: 'Inks' }, 'The replay of your stream “Inks” was hidden'],
    [{ action: 'ban', kind: 'profile' }, 'Your account was suspended'],
    [{ action: 'delete', undone: true }, 'The decision about your comment was withdrawn'],
    [{ outcome: 'upheld' }, 'Your appeal was declined. The decision stays'],
    [{ outcome: 'overturned', of: 'ban', kind: null }, 'Your appeal was accepted'],
  ])('%o reads “%s”', (fields, text) => {
    expect(plain(staffNoticeText({ ...notice, ...fields }))).toBe(text)
  })
})
