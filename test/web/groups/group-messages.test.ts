import { describe, expect, it } from 'vitest'
import { CallError } from '../../../web/lib/call.ts'
import { messageOfCode } from '../../../web/lib/messages/errors.ts'
import { groupAdminMessages, groupMessages, withReason } from '../../../web/lib/messages/groups.ts'

describe('messages of groups and their admins [2 §8]', () => {
  it.each([
    ['Invalid group', groupMessages.invalid],
    ['Sorry no matching groups found for ponds', groupMessages.nothingFound('ponds')],
    ['Sorry a sketch cannot be in more than 10 groups.', groupMessages.overTen],
    ['Sorry a sketch cannot be in more than 10 groups.', messageOfCode('group_limit')],
    ['Please fill in all the info', groupMessages.requestIncomplete],
    ['Groups must have a thumbnail sketch', groupMessages.thumbnailMissing],
    ['Error approving request.', groupAdminMessages.approveFailed],
    ['Error deleting group request.', groupAdminMessages.deleteFailed],
    ['Error rejecting request.', groupAdminMessages.rejectFailed],
    ['Error changing official status for group Pond life', groupAdminMessages.officialFailed('Pond life')],
    ['Sorry, there was an error. Please try again in a bit.', groupAdminMessages.suggestFailed],
    ['Please fill in the fields with valid links', groupAdminMessages.linksInvalid],
  ])('the page says: %s', (specified, shown) => {
    expect(shown).toBe(specified)
  })

  it('a refusal adds its reason, and an outage adds nothing', () => {
    const refused = new CallError(409, 'group_limit', null)
    expect(withReason(groupAdminMessages.approveFailed, refused)).toBe(
      'Error approving request. Sorry a sketch cannot be in more than 10 groups.',
    )
    expect(withReason(groupAdminMessages.approveFailed, new Error('offline'))).toBe('Error approving request.')
  })
})

describe('limits that grow', () => {
  it.each([
    ['daily_upload_limit', 'New members can upload 30 pictures and files a day.', '200.'],
    ['comment_link_limit', 'New members can put 2 links in a comment.', '10.'],
    ['message_link_limit', 'New members can put 1 link in a first message.', '10.'],
    ['thread_limit', 'New members can start 5 conversations a day.', '30.'],
    ['link_limit', 'New members can put 2 links in a post.', '20.'],
    ['forum_limit', 'New members can start 3 topics and write 30 posts a day.', '20 and 300.'],
  ] as const)('a member who meets the limit reads it and when it grows: %s', (code, limit, grown) => {
    expect(messageOfCode(code)).toBe(`${limit} After 7 days here, or with 5 hearts received, it’s ${grown}`)
  })
})
